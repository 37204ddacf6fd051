import { ClientError } from '@greenhouse/contract'

export interface TopicCalls {
  /** True while topics may be changed: the socket is open and a token exists. */
  ready(): boolean
  subscribe(topicIds: string[]): Promise<void>
  unsubscribe(topicIds: string[]): Promise<void>
}

const RETRY_MS = 5000

/** Counts which topics are wanted, and subscribes and unsubscribes until the server agrees. */
export class LiveTopics {
  readonly #calls: TopicCalls
  readonly #wanted = new Map<string, number>()
  readonly #subscribed = new Set<string>()
  #syncing = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(calls: TopicCalls) {
    this.#calls = calls
  }

  /** Wants a topic once more. Returns how to want it once less. */
  want(topicId: string): () => void {
    this.#wanted.set(topicId, (this.#wanted.get(topicId) ?? 0) + 1)
    this.#soon(0)
    let released = false
    return () => {
      if (released) return
      released = true
      const left = (this.#wanted.get(topicId) ?? 1) - 1
      if (left > 0) this.#wanted.set(topicId, left)
      else this.#wanted.delete(topicId)
      this.#soon(0)
    }
  }

  /** A new socket begins with no topics: all that are wanted are subscribed again. */
  restart(): void {
    this.#subscribed.clear()
    this.#soon(0)
  }

  /** The topics the server knows of now. */
  get subscribed(): string[] {
    return [...this.#subscribed]
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#wanted.clear()
    this.#subscribed.clear()
  }

  // Gathers what a change of screen gives up and takes on, so that a topic both want is left alone.
  #soon(ms: number): void {
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
      await this.#drop(less)
      await this.#take(more)
      this.#syncing = false
      this.#soon(0)
    } catch (error) {
      this.#syncing = false
      console.warn('Failed to change subscriptions', error)
      this.#soon(RETRY_MS)
    }
  }

  async #drop(topicIds: string[]): Promise<void> {
    for (const topicId of topicIds) this.#subscribed.delete(topicId)
    if (topicIds.length > 0) await this.#calls.unsubscribe(topicIds)
  }

  async #take(topicIds: string[]): Promise<void> {
    if (topicIds.length === 0) return
    for (const topicId of topicIds) this.#subscribed.add(topicId)
    try {
      await this.#calls.subscribe(topicIds)
    } catch (error) {
      if (isRefused(error)) return this.#takeOneByOne(topicIds)
      for (const topicId of topicIds) this.#subscribed.delete(topicId)
      throw error
    }
  }

  /** One topic that is not ours (a device deleted meanwhile) must not cost the others. */
  async #takeOneByOne(topicIds: string[]): Promise<void> {
    if (topicIds.length === 1) return
    for (const topicId of topicIds) {
      await this.#calls.subscribe([topicId]).catch((error: unknown) => {
        if (!isRefused(error)) throw error
      })
    }
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof ClientError && error.status === 403
}
