import { AT_ONCE_EACH, type Candidate } from './due-store.ts'

/** Channels that this process sends to at once: a socket that waits costs little. */
export const AT_ONCE = 512
/** Of these, channels that have never answered or timed out last time, and those that are slow. */
export const UNPROVEN_MAX = 384
/** The same before they are slow: new channels get places although others hang. */
export const UNPROVEN_AT_ONCE = 128
/** A channel without an answer for this long is slow: it is still waited for, but gives its place to others. */
export const SLOW_MS = 3000

interface Busy extends Candidate {
  /** Milliseconds since 1970. */
  readonly since: number
  readonly done: Promise<void>
}

export class Sending {
  readonly #send: (channelId: string) => Promise<void>
  readonly #onEnd: () => void
  readonly #now: () => number
  readonly #busy = new Map<string, Busy>()

  constructor(send: (channelId: string) => Promise<void>, onEnd: () => void, now: () => number) {
    this.#send = send
    this.#onEnd = onEnd
    this.#now = now
  }

  get channels(): string[] {
    return [...this.#busy.keys()]
  }

  get room(): number {
    return AT_ONCE - this.#busy.size
  }

  get unprovenRoom(): number {
    const young = this.#unproven().filter((one) => !this.#isSlow(one)).length
    return Math.min(UNPROVEN_AT_ONCE - young, UNPROVEN_MAX - this.#unproven().length, this.room)
  }

  /** When the next channel gives its place back, in milliseconds since 1970. */
  get nextSlowAt(): number {
    const young = [...this.#busy.values()].filter((one) => !this.#isSlow(one))
    return Math.min(...young.map(({ since }) => since + SLOW_MS))
  }

  fullUsers(): string[] {
    const users = Map.groupBy(this.#busy.values(), ({ userId }) => userId)
    return [...users].filter(([, own]) => own.length >= AT_ONCE_EACH).map(([userId]) => userId)
  }

  /** Begins to send to a channel; false when it is busy, its owner has enough of them, or there is no place for it. */
  begin(candidate: Candidate): boolean {
    const { channelId, userId, isProven } = candidate
    const own = [...this.#busy.values()].filter((each) => each.userId === userId)
    if (this.#busy.has(channelId) || own.length >= AT_ONCE_EACH) return false
    if ((isProven ? this.room : this.unprovenRoom) <= 0) return false
    const done = this.#send(channelId).finally(() => {
      this.#busy.delete(channelId)
      this.#onEnd()
    })
    this.#busy.set(channelId, { ...candidate, since: this.#now(), done })
    return true
  }

  async ended(): Promise<void> {
    await Promise.all([...this.#busy.values()].map(({ done }) => done))
  }

  #unproven(): Busy[] {
    return [...this.#busy.values()].filter((one) => !one.isProven || this.#isSlow(one))
  }

  #isSlow({ since }: Busy): boolean {
    return this.#now() - since >= SLOW_MS
  }
}
