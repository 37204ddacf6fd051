import { messageOf } from '../../platform/error-details.ts'

const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 10 * 60_000
const MINUTE = 60_000
/** Of all users together; the service's own limit is ten times as high. */
const REQUESTS_PER_MINUTE = 60

export class BreakerOpen extends Error {
  constructor() {
    super('The service is left alone for a while.')
  }
}

/** After a failure the service gets no request for 30 s, doubling with each further one up to ten minutes. */
export class Breaker {
  readonly #now: () => number
  readonly #changed: (isUnavailable: boolean, reason: string) => void
  #failures = 0
  #failedAt = 0
  #isTrying = false
  #minute = { began: -Infinity, count: 0 }

  constructor(now: () => number, changed: (isUnavailable: boolean, reason: string) => void) {
    this.#now = now
    this.#changed = changed
  }

  /** Sends a request, and throws its error; throws BreakerOpen when none is allowed. */
  async ask<T>(question: () => Promise<T>): Promise<T> {
    if (!this.#mayAsk()) throw new BreakerOpen()
    const isTrial = this.#failures > 0
    this.#isTrying = isTrial
    try {
      const answer = await question()
      if (this.#failures > 0) this.#changed(false, '')
      this.#failures = 0
      return answer
    } catch (error) {
      this.#failedAt = this.#now()
      if (this.#failures === 0) this.#changed(true, messageOf(error))
      // Concurrent requests fail together, and count once.
      if (this.#failures === 0 || isTrial) this.#failures += 1
      throw error
    } finally {
      if (isTrial) this.#isTrying = false
    }
  }

  #mayAsk(): boolean {
    const now = this.#now()
    if (this.#failures > 0) {
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - 1), LONGEST_PAUSE_MS)
      const since = now - this.#failedAt
      // A clock that was set back ends the pause instead of extending it.
      if (this.#isTrying || (since >= 0 && since < pause)) return false
    }
    if (now < this.#minute.began || now - this.#minute.began >= MINUTE) this.#minute = { began: now, count: 0 }
    this.#minute.count += 1
    return this.#minute.count <= REQUESTS_PER_MINUTE
  }
}
