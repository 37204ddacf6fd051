import type { AppendedSamples } from '../../rules/evaluate/changing-windows.ts'
import type { TimeSeries } from '@greenhouse/timeseries'

/** A rule that begins is evaluated on a value of that many intervals at most: an older one says nothing about now. */
const NEWEST_INTERVALS = 3

/** Returns the newest values of a device by their slots, and the position in the log as of which they are that. */
export async function newestOf(
  timeSeries: Pick<TimeSeries, 'newest' | 'partitionOf' | 'position'>,
  deviceKey: number,
): Promise<{ seq: number; newest: AppendedSamples['bySlot'] }> {
  const partition = timeSeries.partitionOf(deviceKey)
  while (true) {
    const seq = await timeSeries.position(partition)
    const newest = (await timeSeries.newest([deviceKey])).get(deviceKey) ?? []
    if ((await timeSeries.position(partition)) !== seq) continue
    return { seq, newest: new Map(newest.map(({ slot, at, value }) => [slot, { at: [at], values: [value] }])) }
  }
}

/** Returns those of the newest values that are young enough for a rule that begins. */
export function youngOf(
  newest: AppendedSamples['bySlot'],
  { waitSeconds }: { readonly waitSeconds: number },
  now: number,
): AppendedSamples['bySlot'] {
  const since = now - NEWEST_INTERVALS * waitSeconds * 1000
  return new Map([...newest].filter(([, { at }]) => (at[0] ?? -Infinity) >= since))
}
