import { addDays, DAY_MS, EPISODE_DAYS_MAX, startOfDate, type EpisodeDay } from '@greenhouse/contract'
import type { Db } from '../../../platform/db/schema.ts'
import { invalid } from '../../../platform/problem.ts'
import { openTimes } from '../../rules/open-times-store.ts'

interface DaysQuery {
  /** Calendar dates, both included. */
  readonly from: string
  readonly to: string
  readonly timeZone: string
}

/**
 * Returns for each date how long anything was open, and how many episodes were. Throws a refusal for a range that ends
 * before it begins or has more than `EPISODE_DAYS_MAX` days.
 */
export async function countDays(
  db: Db,
  householdId: string,
  { from, to, timeZone, now }: DaysQuery & { readonly now: number },
): Promise<EpisodeDay[]> {
  const length = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  if (length < 1 || length > EPISODE_DAYS_MAX)
    throw invalid('to', `to must be at most ${EPISODE_DAYS_MAX - 1} days after from`)
  const dates = Array.from({ length: length + 1 }, (_, index) => addDays(from, index))
  const starts = dates.map((date) => startOfDate(date, timeZone))
  const days = new Days(starts)
  const range = { from: starts[0] ?? 0, before: Math.min(starts[length] ?? 0, now) }
  for await (const open of openTimes(db, householdId, range)) days.add(open)
  return days.counted().map((day, index) => ({ date: dates[index] ?? '', ...day }))
}

/** Adds up times that are given in the order of their start, each in constant time and for each day at most once. */
class Days {
  readonly #starts: readonly number[]
  readonly #openMs: number[]
  /** More episodes than the day before. */
  readonly #rises: number[]
  #until = Number.NEGATIVE_INFINITY

  /** @param starts of the days, and the end of the last one */
  constructor(starts: readonly number[]) {
    this.#starts = starts
    this.#openMs = starts.map(() => 0)
    this.#rises = starts.map(() => 0)
  }

  add({ from, to }: { readonly from: number; readonly to: number }): void {
    const [first, last] = [this.#dayOf(from), this.#dayOf(Math.max(to - 1, from))]
    this.#rises[first] = (this.#rises[first] ?? 0) + 1
    this.#rises[last + 1] = (this.#rises[last + 1] ?? 0) - 1
    const start = Math.max(from, this.#until)
    // Time within an earlier one is counted already.
    for (let day = start < to ? this.#dayOf(start) : last + 1; day <= last; day++) {
      const [begin = 0, end = 0] = [this.#starts[day], this.#starts[day + 1]]
      this.#openMs[day] = (this.#openMs[day] ?? 0) + Math.min(to, end) - Math.max(start, begin)
    }
    this.#until = Math.max(this.#until, to)
  }

  counted(): Array<{ openSeconds: number; count: number }> {
    let count = 0
    return this.#openMs.slice(0, -1).map((openMs, day) => {
      count += this.#rises[day] ?? 0
      return { openSeconds: Math.round(openMs / 1000), count }
    })
  }

  #dayOf(instant: number): number {
    let [low, high] = [0, this.#starts.length - 2]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#starts[middle] ?? 0) <= instant) low = middle
      else high = middle - 1
    }
    return low
  }
}
