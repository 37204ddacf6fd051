import { type TimeSeries, Outcome, type AppendedGroup, type Column, type Entry } from '@greenhouse/timeseries'

/** Repetitions further apart than this are compared over as long only: a device that repeats a year must not read a year. */
const COMPARED_MS = 2 * 86_400_000

/** Returns for each device how many messages repeat a time with another value than the one that was stored for it first. */
export async function countConflicts(timeSeries: TimeSeries, group: AppendedGroup): Promise<Map<number, number>> {
  const conflicts = new Map<number, number>()
  for (const [deviceKey, repeated] of repeatedOf(group)) {
    const to = repeated.reduce((latest, { at }) => Math.max(latest, at), 0)
    const from = repeated.reduce((earliest, { at }) => Math.min(earliest, at), to)
    const range = { from: Math.max(from, to - COMPARED_MS), to: to + 1 }
    const differing = new Set<Entry>()
    for await (const columns of timeSeries.raw(deviceKey, slotsOf(repeated), range)) {
      for (const entry of repeated) if (differs(entry, columns)) differing.add(entry)
    }
    if (differing.size > 0) conflicts.set(deviceKey, differing.size)
  }
  return conflicts
}

/** The messages of each device with a repeated value. */
function repeatedOf({ entries, outcomes }: AppendedGroup): Map<number, Entry[]> {
  const byDevice = new Map<number, Entry[]>()
  let place = 0
  for (const entry of entries) {
    const end = place + entry.values.length
    const isRepeated = outcomes.subarray(place, end).includes(Outcome.DUPLICATE)
    place = end
    if (!isRepeated) continue
    const own = byDevice.get(entry.deviceKey)
    if (own) own.push(entry)
    else byDevice.set(entry.deviceKey, [entry])
  }
  return byDevice
}

function slotsOf(entries: readonly Entry[]): number[] {
  return [...new Set(entries.flatMap(({ slots }) => slots))]
}

/** Returns whether the columns hold another value for the time of the message. Its own values that were new are equal. */
function differs({ at, slots, values }: Entry, columns: readonly Column[]): boolean {
  return columns.some((column) => {
    const index = slots.indexOf(column.slot)
    const place = index < 0 ? -1 : indexOf(column.at, at)
    return place >= 0 && column.values[place] !== values[index]
  })
}

/** Returns the index of a time among ascending ones; -1 when it is not there. */
function indexOf(times: Float64Array, at: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (times[middle]! < at) low = middle + 1
    else high = middle
  }
  return times[low] === at ? low : -1
}
