const SECONDS = 60

/** Counts what happened in the last minute, by seconds. */
export class MinuteRate {
  readonly #counts = new Uint32Array(SECONDS)
  #second = 0

  /** @param now milliseconds of a clock that never goes back */
  add(now: number): void {
    this.#advance(now)
    this.#counts[this.#second % SECONDS]! += 1
  }

  total(now: number): number {
    this.#advance(now)
    return this.#counts.reduce((sum, count) => sum + count, 0)
  }

  #advance(now: number): void {
    const second = Math.floor(now / 1000)
    for (let each = Math.max(this.#second + 1, second - SECONDS + 1); each <= second; each++)
      this.#counts[each % SECONDS] = 0
    this.#second = Math.max(second, this.#second)
  }
}
