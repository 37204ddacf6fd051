import type { Bus } from '../bus/bus.ts'
import { REASON } from './codes.ts'
import type { Connection } from './connection.ts'
import type { AdmittedClient } from './device-handler.ts'

/** The newest open connection of a client: its address and, in milliseconds since 1970, its start. */
export interface OpenConnection {
  readonly address: string | undefined
  readonly since: number
}

const TAKEN = 'connection-taken'
const DISCONNECTED = 'connection-disconnected'
const DELIVERED = 'connection-delivered'
const OPEN = 'connection-open'

interface Taken {
  readonly id: string
  readonly clientId: string
}

interface Delivered {
  readonly ownerId: string
  readonly topic: string
  readonly payload: string
}

/** The registry of connected clients, including those of other processes over the bus. */
export class DeviceConnections {
  readonly #now: () => number
  readonly #bus: Bus
  readonly #byClient = new Map<string, Map<Connection, number>>()
  readonly #byOwner = new Map<string, Set<Connection>>()

  constructor(now: () => number, bus: Bus) {
    this.#now = now
    this.#bus = bus
    // Messages of the bus are JSON of this same program.
    void bus.subscribe(TAKEN, (taken) => this.#giveUp(taken as Taken))
    void bus.subscribe(DISCONNECTED, (id) => this.#disconnectHere(String(id)))
    void bus.subscribe(DELIVERED, (delivered) => this.#deliverHere(delivered as Delivered))
    void bus.answer(OPEN, async (id) => this.#openHere(String(id)))
  }

  /**
   * Ends the client's connection with the same client id, and its oldest beyond `max`. Returns whether it is the only
   * one.
   */
  add({ id, ownerId }: Pick<AdmittedClient, 'id' | 'ownerId'>, connection: Connection, max: number): boolean {
    const own = this.#byClient.get(id) ?? new Map<Connection, number>()
    for (const other of own.keys()) if (other.clientId === connection.clientId) other.end(REASON.sessionTakenOver)
    const [oldest] = own.keys()
    if (own.size >= max) oldest?.end(REASON.sessionTakenOver)
    this.#byClient.set(id, own.set(connection, this.#now()))
    this.#byOwner.set(ownerId, (this.#byOwner.get(ownerId) ?? new Set()).add(connection))
    this.#bus.publish(TAKEN, { id, clientId: connection.clientId } satisfies Taken)
    return own.size === 1
  }

  has(id: string, clientId: string): boolean {
    return [...(this.#byClient.get(id)?.keys() ?? [])].some((connection) => connection.clientId === clientId)
  }

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

  async openOf(id: string): Promise<OpenConnection | undefined> {
    return this.#openHere(id) ?? ((await this.#bus.request(OPEN, id)) as OpenConnection | undefined)
  }

  openHere(): Connection[] {
    return [...this.#byClient.values()].flatMap((own) => [...own.keys()])
  }

  /** Ends every connection of a removed client, or one whose token was replaced. */
  disconnect(id: string): void {
    this.#disconnectHere(id)
    this.#bus.publish(DISCONNECTED, id)
  }

  deliver(ownerId: string, topic: string, payload: string): void {
    this.#deliverHere({ ownerId, topic, payload })
    this.#bus.publish(DELIVERED, { ownerId, topic, payload } satisfies Delivered)
  }

  #giveUp({ id, clientId }: Taken): void {
    for (const connection of this.#byClient.get(id)?.keys() ?? [])
      if (connection.clientId === clientId) connection.end(REASON.sessionTakenOver)
  }

  #openHere(id: string): OpenConnection | undefined {
    const newest = [...(this.#byClient.get(id) ?? [])].at(-1)
    return newest && { address: newest[0].address, since: newest[1] }
  }

  #disconnectHere(id: string): void {
    for (const connection of this.#byClient.get(id)?.keys() ?? []) connection.end(REASON.administrativeAction)
  }

  #deliverHere({ ownerId, topic, payload }: Delivered): void {
    for (const connection of this.#byOwner.get(ownerId) ?? []) connection.deliver(topic, payload)
  }
}
