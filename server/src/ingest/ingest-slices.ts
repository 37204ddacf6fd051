import { setImmediate as turn } from 'node:timers/promises'
import type { IngestResult } from './ingest-types.ts'

/** Readings and fields of them that are decoded before others get a turn. */
export const READINGS_PER_SLICE = 100
export const FIELDS_PER_SLICE = 2000

/**
 * Ingests a list slice by slice, with a turn for others between two, and resolves when all of it is on disk. When a slice
 * can't be stored the whole list counts as not stored: it is sent again, and what came before is a duplicate then.
 */
export async function ingestInSlices<Sent>(
  list: readonly Sent[],
  ingest: (slice: readonly Sent[]) => Promise<IngestResult>,
  ofOthers: () => Promise<unknown> = turn,
): Promise<IngestResult> {
  const ranges = rangesOf(list)
  if (ranges.length <= 1) return ingest(list)
  const slices: Array<Promise<Slice>> = []
  for (const [from, to] of ranges) {
    if (from > 0) await ofOthers()
    slices.push(settled(ingest, list.slice(from, to)))
  }
  const whole: IngestResult = { stored: 0, duplicates: 0, refused: [] }
  for (const [place, { result, error }] of (await Promise.all(slices)).entries()) {
    if (!result) throw error
    whole.stored += result.stored
    whole.duplicates += result.duplicates
    const [from = 0] = ranges[place] ?? []
    for (const { index, reason } of result.refused) whole.refused.push({ index: index + from, reason })
  }
  return whole
}

/** Returns where the slices of a list begin and end. */
function rangesOf(list: readonly unknown[]): Array<[from: number, to: number]> {
  const ranges: Array<[number, number]> = []
  let [from, fields] = [0, 0]
  for (const [index, sent] of list.entries()) {
    fields += typeof sent === 'object' && sent !== null ? Object.keys(sent).length : 0
    const to = index + 1
    if (to < list.length && to - from < READINGS_PER_SLICE && fields < FIELDS_PER_SLICE) continue
    ranges.push([from, to])
    ;[from, fields] = [to, 0]
  }
  return ranges
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
