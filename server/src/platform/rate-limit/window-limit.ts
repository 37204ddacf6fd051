/** Further keys are not counted: strangers can invent them. */
const KEYS_MAX = 50_000

interface Options {
  readonly max: number
  readonly windowMs: number
  readonly clock?: () => number
}

/**
 * Counts in windows that begin at multiples of their length, so that all may come at once; token buckets spread them.
 */
export class WindowLimit<Key> {
  readonly #options: Required<Options>
  #window = -1
  #counts = new Map<Key, number>()

  constructor({ max, windowMs, clock = () => performance.now() }: Options) {
    this.#options = { max, windowMs, clock }
  }

  /** Counts one. Returns the milliseconds until the next window when it exceeds the limit, else 0. */
  consume(key: Key): number {
    const { max, windowMs, clock } = this.#options
    const now = clock()
    const count = this.#countOf(key, now) + 1
    if (count > 1 || this.#counts.size < KEYS_MAX) this.#counts.set(key, count)
    return count > max ? (this.#window + 1) * windowMs - now : 0
  }

  isSpent(key: Key): boolean {
    return this.#countOf(key, this.#options.clock()) >= this.#options.max
  }

  #countOf(key: Key, now: number): number {
    const window = Math.floor(now / this.#options.windowMs)
    if (window !== this.#window) {
      this.#window = window
      this.#counts = new Map()
    }
    return this.#counts.get(key) ?? 0
  }
}
