/** So many at once, and so many a second from then on. */
export class Ration {
  readonly #burst: number
  readonly #perSecond: number
  #left: number
  #countedAt: number

  constructor({ burst, perSecond }: { burst: number; perSecond: number }, now: number) {
    this.#burst = burst
    this.#perSecond = perSecond
    this.#left = burst
    this.#countedAt = now
  }

  /** Takes one; false when none is left. `now` is performance.now(). */
  take(now: number): boolean {
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#countedAt) / 1000) * this.#perSecond)
    this.#countedAt = now
    if (this.#left < 1) return false
    this.#left--
    return true
  }
}
