import { ProblemError } from '../../platform/problem.ts'

/** How often one person may do something within a span of time. Kept in memory: it protects others, not secrets. */
export class Quota {
  readonly #most: number
  readonly #spanMs: number
  readonly #message: string
  readonly #used = new Map<string, { span: number; count: number }>()

  constructor(most: number, spanMs: number, message: string) {
    this.#most = most
    this.#spanMs = spanMs
    this.#message = message
  }

  /** Counts one use. Throws a ProblemError that says when the next may come. */
  use(userId: string, now: number): void {
    const span = Math.floor(now / this.#spanMs)
    if (this.#used.get(userId)?.span !== span) {
      for (const [key, known] of this.#used) if (known.span !== span) this.#used.delete(key)
    }
    const { count } = this.#used.get(userId) ?? { count: 0 }
    if (count >= this.#most) {
      const retryAfterSeconds = Math.ceil(((span + 1) * this.#spanMs - now) / 1000)
      throw new ProblemError(429, 'weather.too-many', this.#message, { retryAfterSeconds })
    }
    this.#used.set(userId, { span, count: count + 1 })
  }
}
