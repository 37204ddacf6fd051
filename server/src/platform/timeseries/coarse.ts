import { HOUR_MS } from '@greenhouse/contract'
import type { Tx } from '../db/schema.ts'
import { joinSums, widened, type BucketSums } from './bucket-sums.ts'
import { listChunks, type Chunk } from './chunk-store.ts'
import { findCoarseFrom, insertCoarse, listCoarse } from './coarse-store.ts'
import { decodeSummary, encodeSums } from './summary.ts'

/**
 * Stores the next coarse summary of a device: of the first chunks from a time on that no other covers. Returns the time
 * after them; undefined when there are too few chunks. The last chunk of a device takes more values and is never covered.
 * Runs in a transaction of the compactor, which alone changes chunks.
 */
export async function storeNextCoarse(
  tx: Tx,
  { deviceKey, from, chunks: most }: { deviceKey: number; from: number; chunks: number },
): Promise<number | undefined> {
  const [covering] = await listCoarse(tx, deviceKey, { from, to: from + 1 })
  const start = covering ? covering.toAt + 1 : from
  const end = await findCoarseFrom(tx, deviceKey, start)
  const chunks = await listChunks(tx, deviceKey, { from: start, to: end ?? Number.MAX_SAFE_INTEGER, most: most + 1 })
  if (chunks.length === 0) return end
  if (end === undefined && chunks.length <= most) return undefined
  const covered = chunks.slice(0, most)
  const widthMs = Math.max(HOUR_MS, ...covered.map((chunk) => chunk.widthMs))
  const summary = encodeSums(addUp(covered, widthMs), widthMs)
  const next = chunks[most]?.fromAt ?? end!
  await insertCoarse(tx, deviceKey, { fromAt: covered[0]!.fromAt, toAt: next - 1, widthMs, summary })
  return next
}

/** Returns the sums of chunks, which follow each other in time, in buckets of one width. */
function addUp(chunks: readonly Chunk[], widthMs: number): BucketSums[] {
  let sums: BucketSums[] = []
  for (const chunk of chunks) {
    const own = decodeSummary(chunk.summary)
    sums = joinSums(sums, chunk.widthMs === widthMs ? own : own.map((one) => widened(one, widthMs)))
  }
  return sums
}
