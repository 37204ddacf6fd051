import { isUnavailable } from '../../platform/db/errors.ts'
import { hashDeviceToken } from './device-token.ts'

/** About 200 bytes each. */
const CLIENTS_MAX = 200_000
const ASKED_AT_ONCE = 500

/** Lets a known board send while the database is unavailable. While it answers, only the database decides. */
export class KnownCredentials<Client extends { readonly householdId: string }> {
  readonly #clients = new Map<string, Client>()
  /** Token hashes by household, so that a household's frequent changes don't scan all clients. */
  readonly #keysOf = new Map<string, Set<string>>()
  readonly #capacity: number

  constructor({ capacity = CLIENTS_MAX } = {}) {
    this.#capacity = capacity
  }

  /** Returns the client that `find` finds or, while it fails, the remembered one. */
  async find(token: string, find: (hash: string) => Promise<Client | undefined>): Promise<Client | undefined> {
    const key = hashDeviceToken(token)
    try {
      const found = await find(key)
      if (found) this.#store(key, found)
      else this.#remove(key)
      return found
    } catch (error) {
      const known = isUnavailable(error) ? this.#clients.get(key) : undefined
      if (!known) throw error
      return known
    }
  }

  forget(householdId: string): void {
    for (const key of this.#keysOf.get(householdId) ?? []) this.#clients.delete(key)
    this.#keysOf.delete(householdId)
  }

  /** Keeps clients that can't be checked. `listHashes` returns the current hashes of clients. */
  async renewAll(listHashes: (clients: readonly Client[]) => Promise<ReadonlySet<string>>): Promise<void> {
    const all = [...this.#clients]
    for (let from = 0; from < all.length; from += ASKED_AT_ONCE) {
      const some = all.slice(from, from + ASKED_AT_ONCE)
      const right = await listHashes(some.map(([, client]) => client))
      for (const [key] of some) if (!right.has(key)) this.#remove(key)
    }
  }

  #store(key: string, client: Client): void {
    if (this.#clients.get(key)?.householdId === client.householdId) {
      // Moves to the end of the eviction order.
      this.#clients.delete(key)
      this.#clients.set(key, client)
      return
    }
    this.#remove(key)
    if (this.#clients.size >= this.#capacity) {
      const [oldest] = this.#clients.keys()
      if (oldest !== undefined) this.#remove(oldest)
    }
    this.#clients.set(key, client)
    const own = this.#keysOf.get(client.householdId)
    if (own) own.add(key)
    else this.#keysOf.set(client.householdId, new Set([key]))
  }

  #remove(key: string): void {
    const client = this.#clients.get(key)
    if (!client) return
    this.#clients.delete(key)
    const own = this.#keysOf.get(client.householdId)
    own?.delete(key)
    if (own?.size === 0) this.#keysOf.delete(client.householdId)
  }
}
