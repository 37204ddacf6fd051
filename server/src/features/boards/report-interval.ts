import { SERIES_PER_DEVICE_MAX } from '@greenhouse/contract'

/** Remembered intervals: a few outliers, as after an outage, change nothing. */
const INTERVALS_KEPT = 9

/** Median of the latest intervals between two values of the same sensor: many boards send each sensor separately. */
export class ReportInterval {
  #intervals: number[]
  readonly #newest = new Map<string, number>()

  constructor(everySeconds: number | null) {
    this.#intervals = everySeconds === null ? [] : [everySeconds * 1000]
  }

  /** Adds the time of a reading of some sensors (milliseconds since 1970). Ignores older ones. */
  add(at: number, sensors: readonly string[]): void {
    let interval: number | undefined
    for (const sensor of sensors) {
      const before = this.#newest.get(sensor)
      if (before === undefined && this.#newest.size >= SERIES_PER_DEVICE_MAX) continue
      if (before !== undefined && at <= before) continue
      if (before !== undefined) interval ??= at - before
      this.#newest.set(sensor, at)
    }
    if (interval !== undefined) this.#intervals = [...this.#intervals, interval].slice(-INTERVALS_KEPT)
  }

  /** Whole seconds, at least one; null before a sensor was seen twice. */
  get everySeconds(): number | null {
    const sorted = this.#intervals.toSorted((one, other) => one - other)
    const median = sorted[Math.floor(sorted.length / 2)]
    return median === undefined ? null : Math.max(1, Math.round(median / 1000))
  }
}
