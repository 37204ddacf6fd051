import { RESTED_MS } from './retry.ts'

/** Hosts that did not answer a moment ago. Channels that have not answered before are not sent to there. */
export class HostPauses {
  readonly #now: () => number
  readonly #until = new Map<string, number>()

  constructor(now: () => number) {
    this.#now = now
  }

  pause(host: string): void {
    for (const [other, until] of this.#until) if (!this.#isAhead(until)) this.#until.delete(other)
    this.#until.set(host, this.#now() + RESTED_MS)
  }

  /** Returns until when a host is paused, in milliseconds since 1970; undefined when it is not. */
  untilOf(host: string): number | undefined {
    const until = this.#until.get(host)
    return until !== undefined && this.#isAhead(until) ? until : undefined
  }

  /** Ignores a pause recorded before the clock was set back. */
  #isAhead(until: number): boolean {
    return until > this.#now() && until <= this.#now() + RESTED_MS
  }
}
