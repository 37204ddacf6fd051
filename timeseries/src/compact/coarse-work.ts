import type { Db, Tx } from '../base/database.ts'
import type { ChunkTransaction } from './chunk-transaction.ts'
import type { Erasures } from '../base/erasures.ts'
import type { Limits } from '../base/limits.ts'
import { type Uncovered, findCoarseFrom, listCoarse, storeCoarse } from '../stores/coarse-store.ts'
import { setImmediate as breathe } from 'node:timers/promises'
import { joinSums, sumUp, widened, type BucketSums } from '../codec/bucket-sums.ts'
import { findChunkData, listChunks, type Chunk } from '../stores/chunk-store.ts'
import { sumsOfChunk, valuesOfChunk } from '../stores/chunk-values.ts'
import { encodeCoarse } from '../codec/coarse-summary.ts'

interface Options {
  readonly db: Db
  readonly transaction: ChunkTransaction
  readonly erasures: Erasures
  readonly limits: Limits
}

/** Stores coarse summaries that charts have missed. Devices without long charts need none. */
export class CoarseWork {
  readonly #options: Options
  readonly #wanted = new Map<number, Uncovered>()
  #current: number | undefined

  constructor(options: Options) {
    this.#options = options
  }

  get hasWork(): boolean {
    return this.#wanted.size > 0
  }

  get devices(): number {
    const isCounted = this.#current === undefined || this.#wanted.has(this.#current)
    return this.#wanted.size + (isCounted ? 0 : 1)
  }

  want(uncovered: Uncovered): void {
    const { deviceKey, from, stepMs } = this.#wanted.get(uncovered.deviceKey) ?? uncovered
    this.#wanted.set(deviceKey, {
      deviceKey,
      from: Math.min(from, uncovered.from),
      stepMs: Math.min(stepMs, uncovered.stepMs),
    })
  }

  async step(): Promise<void> {
    const [wanted] = this.#wanted.values()
    if (!wanted) return
    this.#wanted.delete(wanted.deviceKey)
    this.#current = wanted.deviceKey
    try {
      await this.#storeNext(wanted)
    } finally {
      this.#current = undefined
    }
  }

  async #storeNext(wanted: Uncovered): Promise<void> {
    const { db, transaction, erasures, limits } = this.#options
    if (erasures.hidesChunks(wanted.deviceKey)) return
    const next = await storeNextCoarse(db, { ...wanted, chunks: limits.coarseChunks }, (work) =>
      transaction.runUnflushed([], async (tx) => {
        await work(tx)
        return []
      }),
    )
    if (next !== undefined) this.want({ ...wanted, from: next })
  }
}

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
