import { setImmediate as breathe } from 'node:timers/promises'
import type { Db, Tx } from '../base/database.ts'
import { joinSums, sumUp, widened, type BucketSums } from '../codec/bucket-sums.ts'
import { findChunkData, listChunks, type Chunk } from '../stores/chunk-store.ts'
import { sumsOfChunk, valuesOfChunk } from '../stores/chunk-values.ts'
import { encodeCoarse } from '../codec/coarse-summary.ts'
import { findCoarseFrom, listCoarse, storeCoarse } from '../stores/coarse-store.ts'

interface Wanted {
  readonly deviceKey: number
  readonly from: number
  readonly stepMs: number
  readonly chunks: number
}

interface Sums {
  readonly series: BucketSums[]
  readonly widthMs: number
}

/**
 * Stores the next coarse summary of a device: of the first uncovered chunks from a time on. Returns the time after
 * them, or undefined when there are too few. The last chunk still grows and is never covered.
 */
export async function storeNextCoarse(
  db: Db,
  { deviceKey, from, stepMs, chunks: most }: Wanted,
  transact: (work: (tx: Tx) => Promise<void>) => Promise<void>,
): Promise<number | undefined> {
  const [covering] = await listCoarse(db, deviceKey, { from, to: from + 1, stepMs, most: 1 })
  const start = covering ? covering.toAt + 1 : from
  const end = await findCoarseFrom(db, deviceKey, { from: start, stepMs })
  const chunks = await listChunks(db, deviceKey, { from: start, to: end ?? Number.MAX_SAFE_INTEGER, most: most + 1 })
  const [first] = chunks
  if (!first) return end
  const next = chunks[most]?.fromAt ?? end
  if (next === undefined) return undefined
  const covered = chunks.slice(0, most)
  const { series, widthMs } = await addUp(db, covered, stepMs)
  const coarse = { fromAt: first.fromAt, toAt: next - 1, stepMs, summary: encodeCoarse(series, widthMs) }
  await transact((tx) => storeCoarse(tx, deviceKey, coarse))
  return next
}

async function addUp(db: Db, chunks: readonly Chunk[], stepMs: number): Promise<Sums> {
  let sums: Sums = { series: [], widthMs: stepMs }
  for (const chunk of chunks) {
    const own = await sumsOf(db, chunk, stepMs)
    const widthMs = Math.max(sums.widthMs, own.widthMs)
    sums = { series: joinSums(inBuckets(sums, widthMs), inBuckets(own, widthMs)), widthMs }
  }
  return sums
}

/** Returns the sums of a chunk. Decodes its values when its summary has wider buckets. */
async function sumsOf(db: Db, chunk: Chunk, stepMs: number): Promise<Sums> {
  const { widthMs, dataId } = chunk
  const data = widthMs <= stepMs || dataId === null ? undefined : await findChunkData(db, dataId)
  if (!data) return { series: sumsOfChunk(chunk), widthMs }
  await breathe()
  return { series: valuesOfChunk(chunk, data).map((column) => sumUp(column, stepMs)), widthMs: stepMs }
}

function inBuckets({ series, widthMs: width }: Sums, widthMs: number): BucketSums[] {
  return width === widthMs ? series : series.map((sums) => widened(sums, widthMs))
}
