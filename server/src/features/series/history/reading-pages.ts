import { fromTimestamp } from '@greenhouse/contract'
import { invalid } from '../../../platform/problem.ts'
import type { TimeSeries } from '@greenhouse/timeseries'
import { recordsOf, slotNumbers, type BoardRecord, type BoardSlots } from './board-records.ts'

/** Milliseconds since 1970, both inclusive. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** More than any instant that is stored. */
const EVER: Range = { from: 0, to: 2 ** 48 - 1 }

/** Returns the range between two optional instants. Throws a 400 when it ends before it begins. */
export function rangeOf({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }): Range {
  const range = {
    from: from === undefined ? EVER.from : fromTimestamp(from),
    to: to === undefined ? EVER.to : fromTimestamp(to),
  }
  if (range.from > range.to) throw invalid('from', 'From date cannot be after To date')
  return range
}

export interface ReadDevice {
  readonly deviceKey: number
  readonly slots: BoardSlots
}

/** The longest step back in the search for the last reading of a range. */
const FIRST_STEP_MS = 15 * 60_000
const STEP_GROWTH = 8

/** Yields every reading of a device in the range, oldest first, in pages. Holds one page in memory. */
export async function* readingPages(
  timeSeries: TimeSeries,
  { deviceKey, slots }: ReadDevice,
  { from, to }: Range = EVER,
): AsyncGenerator<{ rows: BoardRecord[] }> {
  const wanted = slotNumbers(slots)
  if (wanted.length === 0 || from > to) return
  for await (const columns of timeSeries.raw(deviceKey, wanted, { from: Math.max(from, 0), to: to + 1 })) {
    const rows = recordsOf(columns, slots)
    if (rows.length > 0) yield { rows }
  }
}

/** Returns the readings of the range, oldest first; undefined when there are more than `most`. */
export async function fewReadings(
  timeSeries: TimeSeries,
  device: ReadDevice,
  range: Range,
  most: number,
): Promise<BoardRecord[] | undefined> {
  const few: BoardRecord[] = []
  for await (const { rows } of readingPages(timeSeries, device, range)) {
    few.push(...rows)
    if (few.length > most) return undefined
  }
  return few
}

/** Returns the newest reading of a device, with the values that have the latest time of all. */
export async function newestReading(timeSeries: TimeSeries, device: ReadDevice): Promise<BoardRecord | undefined> {
  return newestOf(device, await timeSeries.newest([device.deviceKey]))
}

export function newestOf(
  { deviceKey, slots }: ReadDevice,
  newest: Awaited<ReturnType<TimeSeries['newest']>>,
): BoardRecord | undefined {
  const columns = (newest.get(deviceKey) ?? []).map(({ slot, at, value }) => ({
    slot,
    at: Float64Array.of(at),
    values: Float64Array.of(value),
  }))
  return recordsOf(columns, slots).at(-1)
}

export async function lastReading(
  timeSeries: TimeSeries,
  device: ReadDevice,
  { from, to }: Range,
): Promise<BoardRecord | undefined> {
  const newest = await newestReading(timeSeries, device)
  if (!newest || newest.at < from) return undefined
  if (newest.at <= to) return newest
  let end = to
  for (let step = FIRST_STEP_MS; end >= from; step *= STEP_GROWTH) {
    const start = Math.max(end - step, from)
    let last: BoardRecord | undefined
    for await (const { rows } of readingPages(timeSeries, device, { from: start, to: end })) last = rows.at(-1)
    if (last) return last
    end = start - 1
  }
  return undefined
}
