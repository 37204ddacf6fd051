/** So many at once, and so many a second from then on. */
export interface RationSize {
  readonly burst: number
  readonly perSecond: number
}

/** What one may have. It may be overdrawn: what came is taken in any case, and waited for afterwards. */
export class Ration {
  readonly #size: RationSize
  #left: number
  #countedAt: number

  /** @param now milliseconds that only go forward, as of performance.now() */
  constructor(size: RationSize, now: number) {
    this.#size = size
    this.#left = size.burst
    this.#countedAt = now
  }

  take(count: number, now: number): void {
    this.#left = this.#leftAt(now) - count
    this.#countedAt = now
  }

  /** Milliseconds until there is something to have again; 0 while there is. */
  waitMs(now: number): number {
    const left = this.#leftAt(now)
    return left > 0 ? 0 : Math.max(Math.ceil((-left / this.#size.perSecond) * 1000), 1)
  }

  isWhole(now: number): boolean {
    return this.#leftAt(now) >= this.#size.burst
  }

  #leftAt(now: number): number {
    return Math.min(this.#size.burst, this.#left + ((now - this.#countedAt) / 1000) * this.#size.perSecond)
  }
}

/** Those who have not their whole ration are remembered; when they are more than this, the others are forgotten. */
const REMEMBERED = 10_000

/** A ration for each key. Without a rate everybody may have what they like. */
export class Rations<Key> {
  readonly #size: RationSize
  readonly #clock: () => number
  readonly #rations = new Map<Key, Ration>()
  #forgetAt = REMEMBERED

  constructor(size: RationSize, clock: () => number = () => performance.now()) {
    this.#size = size
    this.#clock = clock
  }

  /** Takes so many. Returns the milliseconds until there is something to have again. */
  take(key: Key, count = 1): number {
    if (this.#size.perSecond === 0) return 0
    const now = this.#clock()
    let ration = this.#rations.get(key)
    if (!ration) {
      this.#forgetTheWhole(now)
      this.#rations.set(key, (ration = new Ration(this.#size, now)))
    }
    ration.take(count, now)
    return ration.waitMs(now)
  }

  waitMs(key: Key): number {
    return this.#rations.get(key)?.waitMs(this.#clock()) ?? 0
  }

  #forgetTheWhole(now: number): void {
    if (this.#rations.size < this.#forgetAt) return
    for (const [key, ration] of this.#rations) if (ration.isWhole(now)) this.#rations.delete(key)
    this.#forgetAt = Math.max(REMEMBERED, this.#rations.size * 2)
  }
}
