import { setImmediate as turn } from 'node:timers/promises'
import type { IngestResult } from './ingest-types.ts'

/** Readings that are decoded before others get a turn. */
export const READINGS_PER_SLICE = 100

/**
 * Ingests a list slice by slice, with a turn for others between two, and resolves when all of it is on disk. When a slice
 * can't be stored the whole list counts as not stored: it is sent again, and what came before is a duplicate then.
 */
export async function ingestInSlices<Sent>(
  list: readonly Sent[],
  ingest: (slice: readonly Sent[]) => Promise<IngestResult>,
  ofOthers: () => Promise<unknown> = turn,
): Promise<IngestResult> {
  if (list.length <= READINGS_PER_SLICE) return ingest(list)
  const slices: Array<Promise<Slice>> = []
  for (let from = 0; from < list.length; from += READINGS_PER_SLICE) {
    if (from > 0) await ofOthers()
    slices.push(settled(ingest, list.slice(from, from + READINGS_PER_SLICE)))
  }
  const whole: IngestResult = { stored: 0, duplicates: 0, refused: [] }
  for (const [place, { result, error }] of (await Promise.all(slices)).entries()) {
    if (!result) throw error
    whole.stored += result.stored
    whole.duplicates += result.duplicates
    for (const { index, reason } of result.refused)
      whole.refused.push({ index: index + place * READINGS_PER_SLICE, reason })
  }
  return whole
}

interface Slice {
  readonly result?: IngestResult
  readonly error?: unknown
}

/** Never rejects: the others of the list are still on their way. */
async function settled<Sent>(
  ingest: (slice: readonly Sent[]) => Promise<IngestResult>,
  slice: readonly Sent[],
): Promise<Slice> {
  try {
    return { result: await ingest(slice) }
  } catch (error) {
    return { error }
  }
}
