import { randomUUID } from 'node:crypto'
import type { LeaseStore } from './lease-store.ts'

interface Options {
  readonly store: LeaseStore
  readonly nodeId: string
  readonly ttlMs: number
  /** Milliseconds that only go forward. */
  readonly clock?: () => number
}

/**
 * The leases of this process. They expire here slightly before they do in the store, and by the clock of this process
 * after a sleep.
 */
export class LeaseHolder {
  readonly #store: LeaseStore
  /** With a part that no other process has: two of one NODE_ID would each go on with what the other holds. */
  readonly #holder: string
  readonly #ttlMs: number
  readonly #clock: () => number
  readonly #until = new Map<string, number>()

  constructor({ store, nodeId, ttlMs, clock = () => performance.now() }: Options) {
    this.#store = store
    this.#holder = `${nodeId} ${randomUUID()}`
    this.#ttlMs = ttlMs
    this.#clock = clock
  }

  /** The names of the leases that this process has, or had when it last polled. */
  get names(): string[] {
    return [...this.#until.keys()]
  }

  isHeld(name: string): boolean {
    return (this.#until.get(name) ?? -Infinity) > this.#clock()
  }

  /** Takes up to `most` of the leases that nobody holds. Returns the names of those that it got. */
  async claim(names: readonly string[], most = names.length): Promise<string[]> {
    if (most <= 0) return []
    const held = new Set(await this.#store.listHeld(names))
    const free = names.filter((name) => !held.has(name) && !this.#until.has(name)).slice(0, most)
    const askedAt = this.#clock()
    const claimed = await this.#store.claim(free, this.#holder, this.#ttlMs)
    for (const name of claimed) this.#until.set(name, askedAt + this.#ttlMs)
    return claimed
  }

  /**
   * Prolongs all leases that have not ended here. Returns the names of those that another process has got. When it rejects,
   * they are held until they end.
   */
  async renew(): Promise<string[]> {
    const names = this.names.filter((name) => this.isHeld(name))
    const askedAt = this.#clock()
    const kept = await this.#store.renew(names, this.#holder, this.#ttlMs)
    // One that was given back meanwhile stays so.
    for (const name of kept) if (this.#until.has(name)) this.#until.set(name, askedAt + this.#ttlMs)
    return names.filter((name) => !kept.includes(name) && this.#until.delete(name))
  }

  /** Forgets leases that have ended by the clock of this process, and returns their names. */
  dropEnded(): string[] {
    const ended = this.names.filter((name) => !this.isHeld(name))
    for (const name of ended) this.#until.delete(name)
    return ended
  }

  /** Gives leases back. */
  async release(names: readonly string[]): Promise<void> {
    for (const name of names) this.#until.delete(name)
    await this.#store.release(names, this.#holder)
  }
}
