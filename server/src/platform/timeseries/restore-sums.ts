import type { Db } from '../db/schema.ts'
import type { BucketSums } from './bucket-sums.ts'
import { findChunkAfter, insertSummary, type NewChunk } from './chunk-store.ts'
import { findMarks, storeMarks } from './mark-store.ts'
import { encodeSums, SUMMARY_BYTES } from './summary.ts'
import type { Newest } from './types.ts'

/** What is left of values that are not kept any more. */
export interface Remains {
  /** Sums by buckets of `widthMs`. */
  readonly sums: readonly BucketSums[]
  readonly widthMs: number
  /** The newest values of slots of which no value is kept. */
  readonly newest: readonly Newest[]
}

/**
 * Stores what is left of the values of a device that has nothing stored yet, before the engine is used for it: chunks
 * without values, as `dropBefore` leaves them, and newest values. Does nothing for a device with anything stored.
 */
export async function restoreSums(db: Db, deviceKey: number, remains: Remains): Promise<void> {
  const { sums, widthMs, newest } = remains
  if (sums.every(({ at }) => at.length === 0) && newest.length === 0) return
  await db.transaction().execute(async (tx) => {
    if ((await findMarks(tx, [deviceKey])).size > 0 || (await findChunkAfter(tx, deviceKey, -1))) return
    const chunks = toChunks(deviceKey, sums, widthMs)
    for (const chunk of chunks) await insertSummary(tx, chunk)
    const n = chunks.reduce((sum, chunk) => sum + chunk.n, 0)
    const bytes = chunks.reduce((sum, { summary }) => sum + summary.length, 0)
    await storeMarks(tx, [{ deviceKey, uptoSeq: 0, partSeq: 0, partAt: 0, newest, n, bytes }])
  })
}

/** Cuts sums by time until the summary of each piece fits into the row of a chunk. */
function toChunks(deviceKey: number, sums: readonly BucketSums[], widthMs: number): NewChunk[] {
  const filled = sums.filter(({ at }) => at.length > 0)
  if (filled.length === 0) return []
  const first = Math.min(...filled.map(({ at }) => at[0]!))
  const last = Math.max(...filled.map(({ at }) => at.at(-1)!))
  const summary = encodeSums(filled, widthMs)
  if (summary.length > SUMMARY_BYTES && first < last) {
    const middle = first + Math.ceil((last - first) / widthMs / 2) * widthMs
    return [[first, middle] as const, [middle, Infinity] as const].flatMap(([from, to]) =>
      toChunks(
        deviceKey,
        filled.map((one) => within(one, from, to)),
        widthMs,
      ),
    )
  }
  const n = filled.reduce((sum, { counts }) => sum + counts.reduce((all, count) => all + count, 0), 0)
  return [{ deviceKey, fromAt: first, toAt: last + widthMs - 1, n, widthMs, summary }]
}

function within({ slot, ...columns }: BucketSums, from: number, to: number): BucketSums {
  const isInside = (_: number, index: number) => columns.at[index]! >= from && columns.at[index]! < to
  const { at, counts, sums, lowest, highest } = columns
  return {
    slot,
    at: at.filter(isInside),
    counts: counts.filter(isInside),
    sums: sums.filter(isInside),
    lowest: lowest.filter(isInside),
    highest: highest.filter(isInside),
  }
}
