/** `burst` tokens at once, then `perSecond`. */
export interface BucketSize {
  readonly burst: number
  readonly perSecond: number
}

/** May be overdrawn: arrived data is consumed in any case, and waited for afterwards. */
export class TokenBucket {
  readonly #size: BucketSize
  #left: number
  #countedAt: number

  constructor(size: BucketSize, now: number) {
    this.#size = size
    this.#left = size.burst
    this.#countedAt = now
  }

  consume(count: number, now: number): void {
    this.#left = this.#leftAt(now) - count
    this.#countedAt = now
  }

  waitMs(now: number): number {
    const left = this.#leftAt(now)
    return left > 0 ? 0 : Math.max(Math.ceil((-left / this.#size.perSecond) * 1000), 1)
  }

  isFull(now: number): boolean {
    return this.#leftAt(now) >= this.#size.burst
  }

  #leftAt(now: number): number {
    return Math.min(this.#size.burst, this.#left + ((now - this.#countedAt) / 1000) * this.#size.perSecond)
  }
}

/** Beyond it full buckets are deleted: a key without one has a full one. */
const BUCKETS_KEPT = 10_000

/** A token bucket for each key, in memory. A rate of 0 means no limit. */
export class TokenBuckets<Key> {
  readonly #size: BucketSize
  readonly #clock: () => number
  readonly #buckets = new Map<Key, TokenBucket>()
  #deleteAt = BUCKETS_KEPT

  constructor(size: BucketSize, clock: () => number = () => performance.now()) {
    this.#size = size
    this.#clock = clock
  }

  /** Consumes `count` tokens. Returns the milliseconds until one is available again. */
  consume(key: Key, count = 1): number {
    if (this.#size.perSecond === 0) return 0
    const now = this.#clock()
    let bucket = this.#buckets.get(key)
    if (!bucket) {
      this.#deleteFull(now)
      this.#buckets.set(key, (bucket = new TokenBucket(this.#size, now)))
    }
    bucket.consume(count, now)
    return bucket.waitMs(now)
  }

  waitMs(key: Key): number {
    return this.#buckets.get(key)?.waitMs(this.#clock()) ?? 0
  }

  #deleteFull(now: number): void {
    if (this.#buckets.size < this.#deleteAt) return
    for (const [key, bucket] of this.#buckets) if (bucket.isFull(now)) this.#buckets.delete(key)
    this.#deleteAt = Math.max(BUCKETS_KEPT, this.#buckets.size * 2)
  }
}
