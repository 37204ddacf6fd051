import type { Context } from '../platform/context.ts'

/** "Last seen" is written this often while a client sends, not with every message. */
const NOTED_EVERY_MS = 60_000

/** Every client that connects or leaves meets an unavailable store: log it this often. */
const FAILURE_LOGGED_EVERY_MS = 1000

/** When clients were seen. That is worth less than their readings, which never wait for it: what fails is logged. */
export class LastSeen {
  readonly #context: Pick<Context, 'log' | 'now'>
  readonly #notedAt = new Map<string, number>()
  #failureLoggedAt = -Infinity

  constructor(context: Pick<Context, 'log' | 'now'>) {
    this.#context = context
  }

  /** Stores that a client sent something, unless that was stored less than a minute ago. */
  note(id: string, store: (at: number) => Promise<void>): void {
    if (this.#context.now() - (this.#notedAt.get(id) ?? 0) > NOTED_EVERY_MS) void this.connected(id, store)
  }

  async connected(id: string, store: (at: number) => Promise<void>): Promise<void> {
    this.#notedAt.set(id, this.#context.now())
    await this.#note(store)
  }

  async disconnected(id: string, store: (at: number) => Promise<void>): Promise<void> {
    this.#notedAt.delete(id)
    await this.#note(store)
  }

  async #note(store: (at: number) => Promise<void>): Promise<void> {
    const { log, now } = this.#context
    try {
      await store(now())
    } catch (error) {
      // The clock may have been set back since.
      if (Math.abs(now() - this.#failureLoggedAt) < FAILURE_LOGGED_EVERY_MS) return
      this.#failureLoggedAt = now()
      log.warn({ event: 'device.presence-write-failed', reason: (error as Error).message })
    }
  }
}
