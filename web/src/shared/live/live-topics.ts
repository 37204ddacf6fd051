import { ClientError } from '@greenhouse/contract'

interface TopicCalls {
  /** True while the socket is open and a token exists. */
  ready(): boolean
  subscribe(topicIds: string[]): Promise<void>
  unsubscribe(topicIds: string[]): Promise<void>
  onSubscribed(topicIds: readonly string[]): void
}

const RETRY_MS = 5000

/** Counts subscribers by topic, and subscribes and unsubscribes on the server accordingly. */
export class LiveTopics {
  readonly #calls: TopicCalls
  readonly #wanted = new Map<string, number>()
  readonly #subscribed = new Set<string>()
  #syncing = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(calls: TopicCalls) {
    this.#calls = calls
  }

  add(topicId: string): () => void {
    this.#wanted.set(topicId, (this.#wanted.get(topicId) ?? 0) + 1)
    this.#syncIn(0)
    let released = false
    return () => {
      if (released) return
      released = true
      const left = (this.#wanted.get(topicId) ?? 1) - 1
      if (left > 0) this.#wanted.set(topicId, left)
      else this.#wanted.delete(topicId)
      this.#syncIn(0)
    }
  }

  /** Resubscribes all wanted topics on a new socket. */
  restart(): void {
    this.#subscribed.clear()
    this.#syncIn(0)
  }

  get subscribed(): string[] {
    return [...this.#subscribed]
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#wanted.clear()
    this.#subscribed.clear()
  }

  // Delayed, so that a topic used by two successive pages stays subscribed.
  #syncIn(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#sync(), ms)
  }

  async #sync(): Promise<void> {
    if (this.#syncing || !this.#calls.ready()) return
    const more = [...this.#wanted.keys()].filter((topicId) => !this.#subscribed.has(topicId))
    const less = [...this.#subscribed].filter((topicId) => !this.#wanted.has(topicId))
    if (more.length + less.length === 0) return
    this.#syncing = true
    try {
      await this.#unsubscribe(less)
      await this.#subscribe(more)
      this.#syncing = false
      this.#syncIn(0)
    } catch (error) {
      this.#syncing = false
      console.warn('Failed to change subscriptions', error)
      this.#syncIn(RETRY_MS)
    }
  }

  async #unsubscribe(topicIds: string[]): Promise<void> {
    for (const topicId of topicIds) this.#subscribed.delete(topicId)
    if (topicIds.length > 0) await this.#calls.unsubscribe(topicIds)
  }

  async #subscribe(topicIds: string[]): Promise<void> {
    if (topicIds.length === 0) return
    for (const topicId of topicIds) this.#subscribed.add(topicId)
    try {
      await this.#calls.subscribe(topicIds)
    } catch (error) {
      if (isRefused(error)) return this.#subscribeOneByOne(topicIds)
      for (const topicId of topicIds) this.#subscribed.delete(topicId)
      throw error
    }
    this.#calls.onSubscribed(topicIds)
  }

  /** One refused topic, such as that of a deleted device, must not prevent the others. */
  async #subscribeOneByOne(topicIds: string[]): Promise<void> {
    if (topicIds.length === 1) return
    for (const topicId of topicIds) {
      await this.#calls.subscribe([topicId]).then(
        () => this.#calls.onSubscribed([topicId]),
        (error: unknown) => {
          if (!isRefused(error)) throw error
        },
      )
    }
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof ClientError && error.status === 403
}
