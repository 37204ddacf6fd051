import { type TimeSeries, Outcome, type Entry, type AppendedGroup } from '@greenhouse/timeseries'

interface Options {
  readonly timeSeries: TimeSeries
  readonly partition: number
  /** Returns those of the devices that have rules. */
  readonly hasRules: (deviceKeys: Iterable<number>) => Promise<ReadonlySet<number>>
  /** Values later than this were stored while a clock was ahead: they say nothing, and make no other late. */
  readonly latest: () => number
}

/** The times of the values of one series in the groups that were missed, and the time of the newest one before them. */
interface MissedSeries {
  readonly deviceKey: number
  readonly slot: number
  readonly times: Set<number>
  newestAt: number
}

/**
 * Yields the groups of the log after a position, with the entries of devices with rules. The log does not say which values
 * were late when they came: those that are older than a value of their series that was stored before the position, or that
 * came earlier after it. A time is stored once in a series, so what was stored before is all but the missed values.
 */
export async function* missedGroups(options: Options, after: number): AsyncGenerator<AppendedGroup> {
  const { timeSeries, partition } = options
  const missed = new Map<string, MissedSeries>()
  const last = await noteMissed(missed, options, after)
  if (last <= after) return
  for await (const { seq, entries } of timeSeries.follow(partition, after)) {
    const own = await entriesWithRules(entries, options)
    yield {
      partition,
      seq,
      entries: own,
      outcomes: Uint8Array.from(own.flatMap((entry) => outcomesOf(missed, entry, options.latest()))),
    }
    if (seq >= last) return
  }
}

/** Notes the series of all groups after a position, and what came before those. Returns the position of the last group. */
async function noteMissed(missed: Map<string, MissedSeries>, options: Options, after: number): Promise<number> {
  const { timeSeries, partition } = options
  let noted = after
  while (true) {
    const last = await timeSeries.position(partition)
    if (last <= noted) return noted
    const changed = new Set<MissedSeries>()
    for await (const { seq, entries } of timeSeries.follow(partition, noted)) {
      for (const entry of await entriesWithRules(entries, options))
        for (const series of note(missed, entry)) changed.add(series)
      noted = seq
      if (seq >= last) break
    }
    // Values appended meanwhile would count as stored before.
    for (const series of changed) series.newestAt = await newestBefore(timeSeries, series)
  }
}

async function entriesWithRules(entries: readonly Entry[], { hasRules }: Options): Promise<Entry[]> {
  const keys = await hasRules(new Set(entries.map(({ deviceKey }) => deviceKey)))
  return entries.filter(({ deviceKey }) => keys.has(deviceKey))
}

/** Returns the series of the values of an entry. */
function note(missed: Map<string, MissedSeries>, { deviceKey, at, slots }: Entry): MissedSeries[] {
  return slots.map((slot) => {
    const name = `${deviceKey} ${slot}`
    let series = missed.get(name)
    if (!series) missed.set(name, (series = { deviceKey, slot, times: new Set(), newestAt: -Infinity }))
    series.times.add(at)
    return series
  })
}

async function newestBefore(timeSeries: TimeSeries, { deviceKey, slot, times }: MissedSeries): Promise<number> {
  const newest = (await timeSeries.newest([deviceKey])).get(deviceKey)?.find((one) => one.slot === slot)
  if (!newest || !times.has(newest.at)) return newest?.at ?? -Infinity
  let found = -Infinity
  let from = Infinity
  for (const at of times) from = Math.min(from, at)
  for await (const columns of timeSeries.raw(deviceKey, [slot], { from, to: newest.at + 1 })) {
    for (const { at } of columns) for (const one of at) if (!times.has(one)) found = Math.max(found, one)
  }
  return found
}

function outcomesOf(
  missed: ReadonlyMap<string, MissedSeries>,
  { deviceKey, at, slots }: Entry,
  latest: number,
): number[] {
  return slots.map((slot) => {
    const series = missed.get(`${deviceKey} ${slot}`)
    if (!series || at <= series.newestAt || at > latest) return Outcome.LATE
    series.newestAt = at
    return Outcome.NEWEST
  })
}
