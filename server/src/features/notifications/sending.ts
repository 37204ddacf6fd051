import { AT_ONCE_EACH } from './due-store.ts'

/** Channels that this process sends to at once: those that hang must not delay the others. */
const AT_ONCE = 32

/** The channels that this process sends to right now. */
export class Sending {
  readonly #send: (channelId: string) => Promise<void>
  readonly #onEnd: () => void
  readonly #busy = new Map<string, { readonly userId: string; readonly done: Promise<void> }>()

  constructor(send: (channelId: string) => Promise<void>, onEnd: () => void) {
    this.#send = send
    this.#onEnd = onEnd
  }

  get room(): number {
    return AT_ONCE - this.#busy.size
  }

  get channels(): string[] {
    return [...this.#busy.keys()]
  }

  fullUsers(): string[] {
    const users = Map.groupBy(this.#busy.values(), ({ userId }) => userId)
    return [...users].filter(([, own]) => own.length >= AT_ONCE_EACH).map(([userId]) => userId)
  }

  /** Begins to send to a channel; false when it is busy, or its owner has enough of them. */
  begin(channelId: string, userId: string): boolean {
    const own = [...this.#busy.values()].filter((each) => each.userId === userId)
    if (this.#busy.has(channelId) || own.length >= AT_ONCE_EACH) return false
    const done = this.#send(channelId).finally(() => {
      this.#busy.delete(channelId)
      this.#onEnd()
    })
    this.#busy.set(channelId, { userId, done })
    return true
  }

  /** Resolves when those have ended that were begun. */
  async ended(): Promise<void> {
    await Promise.all([...this.#busy.values()].map(({ done }) => done))
  }
}
