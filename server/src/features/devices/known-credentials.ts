import { createHash } from 'node:crypto'
import { isUnavailable } from '../../platform/db/errors.ts'

/** Clients that stay in memory, at about 200 bytes each. */
const CLIENTS_MAX = 200_000

/**
 * Remembers whose tokens have been right, so that a board which this process knows can send while the database is away. As
 * long as that answers, it alone decides.
 */
export class KnownCredentials<Client extends { readonly userId: string }> {
  readonly #clients = new Map<string, Client>()
  /** The keys of `#clients` by person: one who changes something often must not have all others looked through. */
  readonly #keysOf = new Map<string, Set<string>>()
  readonly #most: number

  constructor({ most = CLIENTS_MAX } = {}) {
    this.#most = most
  }

  /**
   * Returns whom `find` finds by a token, or, when it can't be asked, whom it found last.
   *
   * @throws what `find` throws for a token that is not known here
   */
  async find(token: string, find: (token: string) => Promise<Client | undefined>): Promise<Client | undefined> {
    const key = createHash('sha256').update(token).digest('base64')
    try {
      const found = await find(token)
      this.#remove(key)
      if (found) this.#add(key, found)
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

  forgetAll(): void {
    this.#clients.clear()
    this.#keysOf.clear()
  }

  #add(key: string, client: Client): void {
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
