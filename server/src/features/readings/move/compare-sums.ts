import { boardMetrics } from '@greenhouse/contract'
import type { Buckets } from '../../../platform/timeseries/types.ts'
import type { MoveOptions } from './move-readings.ts'
import { findReadingsFrom } from '../retention-store.ts'
import { sumRows } from './old-rows-store.ts'

const DAY = 86_400_000
/** One bucket for all times, a whole number of days. */
const EVER_MS = 100_000 * DAY
const MILLIONTHS = 1_000_000
/** What a sum in doubles may be off by. */
const PART_OFF = 1e-9

/** Thrown when readings that were moved are not what they were: the rows stay, and the server does not start. */
export class MoveFailed extends Error {
  override name = 'MoveFailed'
}

/** Compares how many values a device has of each metric, and their sums. Throws a MoveFailed when they differ. */
export async function compareSums({ db, timeSeries, slotsOf }: MoveOptions, deviceKey: number): Promise<void> {
  const from = Math.max(await findReadingsFrom(db), 0)
  const rows = await sumRows(db, deviceKey, from)
  const slots = await slotsOf(
    deviceKey,
    rows.map(({ n }) => n > 0),
  )
  const wanted = slots.filter((slot) => slot !== undefined)
  if (wanted.length === 0) return
  const moved = await timeSeries.points(deviceKey, wanted, { from, to: EVER_MS, widthMs: EVER_MS })
  for (const [index, { n, sum }] of rows.entries()) {
    const { count, total } = totalOf(moved.find(({ slot }) => slot === slots[index]))
    const off = Math.abs(total * MILLIONTHS - sum)
    if (count === n && off <= Math.abs(sum) * PART_OFF + n) continue
    const { label } = boardMetrics[index]!
    throw new MoveFailed(
      `The readings of device ${deviceKey} were not moved: ${label} has ${count} values with a sum of ${total} in place of ${n} with ${sum / MILLIONTHS}.`,
    )
  }
}

function totalOf(buckets: Buckets | undefined): { count: number; total: number } {
  let [count, total] = [0, 0]
  if (buckets) {
    for (let index = 0; index < buckets.at.length; index++) {
      count += buckets.counts[index]!
      total += buckets.counts[index]! * buckets.means[index]!
    }
  }
  return { count, total }
}
