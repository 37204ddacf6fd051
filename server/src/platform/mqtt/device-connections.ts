import { REASON } from './codes.ts'
import type { Connection } from './connection.ts'
import type { AdmittedClient } from './device-handler.ts'

/** Where the newest open connection of a client comes from, and since when it is open, in milliseconds since 1970. */
export interface OpenConnection {
  readonly address: string | undefined
  readonly since: number
}

/**
 * The registry of connected clients. It is created before everything that ends connections or sends to devices; the
 * listener adds to it.
 */
export class DeviceConnections {
  readonly #now: () => number
  /** The connections of each client, with the time since which they are open. */
  readonly #byClient = new Map<string, Map<Connection, number>>()
  readonly #byOwner = new Map<string, Set<Connection>>()

  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Adds an admitted connection. Ends the client's other connections with the same client id, and its oldest one when it
   * has `most` already. Returns whether it is the client's only one.
   */
  add({ id, ownerId }: Pick<AdmittedClient, 'id' | 'ownerId'>, connection: Connection, most: number): boolean {
    const own = this.#byClient.get(id) ?? new Map<Connection, number>()
    for (const other of own.keys()) if (other.clientId === connection.clientId) other.end(REASON.sessionTakenOver)
    const [oldest] = own.keys()
    if (own.size >= most) oldest?.end(REASON.sessionTakenOver)
    this.#byClient.set(id, own.set(connection, this.#now()))
    this.#byOwner.set(ownerId, (this.#byOwner.get(ownerId) ?? new Set()).add(connection))
    return own.size === 1
  }

  /** Removes an ended connection. Returns whether it was the last one of the client. */
  remove({ id, ownerId }: Pick<AdmittedClient, 'id' | 'ownerId'>, connection: Connection): boolean {
    const ofOwner = this.#byOwner.get(ownerId)
    ofOwner?.delete(connection)
    if (ofOwner?.size === 0) this.#byOwner.delete(ownerId)
    const own = this.#byClient.get(id)
    own?.delete(connection)
    if (own?.size !== 0) return false
    this.#byClient.delete(id)
    return true
  }

  /** Returns the newest open connection of a client; undefined without one. */
  openOf(id: string): OpenConnection | undefined {
    const newest = [...(this.#byClient.get(id) ?? [])].at(-1)
    return newest && { address: newest[0].address, since: newest[1] }
  }

  /** Ends every connection of a client, because it was removed or its token replaced. */
  disconnect(id: string): void {
    for (const connection of this.#byClient.get(id)?.keys() ?? []) connection.end(REASON.administrativeAction)
  }

  /** Sends a message to each connection of an owner that subscribes to the topic. */
  deliver(ownerId: string, topic: string, payload: string): void {
    for (const connection of this.#byOwner.get(ownerId) ?? []) connection.deliver(topic, payload, false)
  }
}
