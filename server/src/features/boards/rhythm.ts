import { SERIES_PER_DEVICE_MAX } from '@greenhouse/contract'

/** Pauses that are remembered: a few that are unlike the others, as after an outage, change nothing. */
const PAUSES = 9

/**
 * How often a board sends: the median of its last pauses. A pause lies between two values of the same sensor, because many
 * boards send each of theirs in a message of its own, all at once or spread over their interval.
 */
export class Rhythm {
  #pauses: number[]
  /** When each sensor was heard last, milliseconds since 1970. */
  readonly #newest = new Map<string, number>()

  /** @param everySeconds what was found out before; null when nothing was */
  constructor(everySeconds: number | null) {
    this.#pauses = everySeconds === null ? [] : [everySeconds * 1000]
  }

  /**
   * Notes a reading of some sensors, each by a key of its own; `at` in milliseconds since 1970. For a sensor that was heard
   * at that time or later it changes nothing.
   */
  add(at: number, sensors: readonly string[]): void {
    let pause: number | undefined
    for (const sensor of sensors) {
      const before = this.#newest.get(sensor)
      if (before === undefined && this.#newest.size >= SERIES_PER_DEVICE_MAX) continue
      if (before !== undefined && at <= before) continue
      if (before !== undefined) pause ??= at - before
      this.#newest.set(sensor, at)
    }
    if (pause !== undefined) this.#pauses = [...this.#pauses, pause].slice(-PAUSES)
  }

  /** Whole seconds, at least one; null before a sensor was heard twice. */
  get everySeconds(): number | null {
    const sorted = this.#pauses.toSorted((one, other) => one - other)
    const median = sorted[Math.floor(sorted.length / 2)]
    return median === undefined ? null : Math.max(1, Math.round(median / 1000))
  }
}
