import { isUnavailable } from '../../platform/db/errors.ts'
import { hashDeviceToken } from './device-token.ts'

/** Clients that stay in memory, at about 200 bytes each. */
const CLIENTS_MAX = 200_000
/** Clients that are looked up in one question. */
const ASKED_AT_ONCE = 500

/**
 * Remembers whose tokens have been right, so that a board which this process knows can send while the database is away. As
 * long as that answers, it alone decides.
 */
export class KnownCredentials<Client extends { readonly userId: string }> {
  /** By the hashes of their tokens, as they are stored. */
  readonly #clients = new Map<string, Client>()
  /** The keys of `#clients` by person: one who changes something often must not have all others looked through. */
  readonly #keysOf = new Map<string, Set<string>>()
  readonly #most: number

  constructor({ most = CLIENTS_MAX } = {}) {
    this.#most = most
  }

  /**
   * Returns whom `find` finds by the hash of a token, or, when it can't be asked, whom it found last.
   *
   * @throws what `find` throws for a token that is not known here
   */
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

  /** Forgets those of a person: a token of theirs may be worth nothing any more. */
  forget(userId: string): void {
    for (const key of this.#keysOf.get(userId) ?? []) this.#clients.delete(key)
    this.#keysOf.delete(userId)
  }

  /**
   * Forgets all whose token is not right any more. Until that is known of one, it stays.
   *
   * @param listHashes returns the hashes of the tokens that clients have now
   */
  async renewAll(listHashes: (clients: readonly Client[]) => Promise<ReadonlySet<string>>): Promise<void> {
    const all = [...this.#clients]
    for (let from = 0; from < all.length; from += ASKED_AT_ONCE) {
      const some = all.slice(from, from + ASKED_AT_ONCE)
      const right = await listHashes(some.map(([, client]) => client))
      for (const [key] of some) if (!right.has(key)) this.#remove(key)
    }
  }

  #store(key: string, client: Client): void {
    if (this.#clients.get(key)?.userId === client.userId) {
      // Last in the order in which they make room.
      this.#clients.delete(key)
      this.#clients.set(key, client)
      return
    }
    this.#remove(key)
    if (this.#clients.size >= this.#most) {
      const [oldest] = this.#clients.keys()
      if (oldest !== undefined) this.#remove(oldest)
    }
    this.#clients.set(key, client)
    const own = this.#keysOf.get(client.userId)
    if (own) own.add(key)
    else this.#keysOf.set(client.userId, new Set([key]))
  }

  #remove(key: string): void {
    const client = this.#clients.get(key)
    if (!client) return
    this.#clients.delete(key)
    const own = this.#keysOf.get(client.userId)
    own?.delete(key)
    if (own?.size === 0) this.#keysOf.delete(client.userId)
  }
}
