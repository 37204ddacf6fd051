/** Pauses that are remembered: a few that are unlike the others, as after an outage, change nothing. */
const PAUSES = 9

/** How often a board sends: the median of its last pauses. */
export class Rhythm {
  #pauses: number[]
  #newest: number | undefined

  /** @param everySeconds what was found out before; null when nothing was */
  constructor(everySeconds: number | null) {
    this.#pauses = everySeconds === null ? [] : [everySeconds * 1000]
  }

  /** Notes a reading; `at` in milliseconds since 1970. One that is not newer than all before changes nothing. */
  add(at: number): void {
    if (this.#newest !== undefined && at <= this.#newest) return
    if (this.#newest !== undefined) this.#pauses = [...this.#pauses, at - this.#newest].slice(-PAUSES)
    this.#newest = at
  }

  /** Whole seconds, at least one; null before the second reading. */
  get everySeconds(): number | null {
    const sorted = this.#pauses.toSorted((one, other) => one - other)
    const median = sorted[Math.floor(sorted.length / 2)]
    return median === undefined ? null : Math.max(1, Math.round(median / 1000))
  }
}
