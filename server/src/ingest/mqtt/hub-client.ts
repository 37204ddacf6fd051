import type { BoardOwner } from '../../features/boards/board-owner.ts'
import { BoardMessage } from '../../features/boards/board-report.ts'
import { noteHubSeen, type HubRef } from '../../features/boards/hub-store.ts'
import { listIntervals } from '../../features/devices/device-store.ts'
import { preferencesMessage, preferencesTopic } from '../../features/devices/device-topics.ts'
import type { AdmittedClient, Published } from '../../platform/mqtt/device-handler.ts'
import { matches } from '../../platform/mqtt/filters.ts'
import { refusedBy, unlessAway, type ClientServices } from './client-services.ts'

/** A hub over MQTT: it publishes what many boards send, to any topic. */
export class HubClient implements AdmittedClient {
  readonly id: string
  readonly ownerId: string
  readonly tokenHash: string
  readonly #owner: BoardOwner
  readonly #services: ClientServices

  constructor({ hubId, householdId, tokenHash }: HubRef & { readonly tokenHash: string }, services: ClientServices) {
    this.id = hubId
    this.ownerId = householdId
    this.tokenHash = tokenHash
    this.#owner = { householdId, source: { kind: 'hub', id: hubId } }
    this.#services = services
  }

  connected(): Promise<void> {
    return this.#services.seen.connected(this.id, (at) => this.#noteSeen(at))
  }

  disconnected(): Promise<void> {
    return this.#services.seen.disconnected(this.id, (at) => this.#noteSeen(at))
  }

  /**
   * Acknowledges durable and useless messages. A message is new regardless of its retain flag: no broker kept it, and
   * boards set it on current values.
   */
  async publish(topic: string, payload: Buffer): Promise<Published> {
    try {
      const { isKnown } = await this.#services.boards.ingest(this.#owner, new BoardMessage(topic, payload))
      if (!isKnown) this.#services.unknown.count++
      this.#services.seen.note(this.id, (at) => this.#noteSeen(at))
      return 'stored'
    } catch (error) {
      return refusedBy(error)
    }
  }

  /** Grants any filter, since boards subscribe to commands of their own kind. Only messages to the owner are delivered. */
  maySubscribe(): boolean {
    return true
  }

  retained(filter: string): Promise<Array<{ topic: string; payload: string }>> {
    return unlessAway(this.#preferences(filter))
  }

  async #preferences(filter: string): Promise<Array<{ topic: string; payload: string }>> {
    const devices = await listIntervals(this.#services.db, [this.ownerId])
    return devices
      .filter(({ deviceId }) => matches(filter, preferencesTopic(deviceId)))
      .map(({ deviceId, interval }) => ({
        topic: preferencesTopic(deviceId),
        payload: preferencesMessage(deviceId, interval),
      }))
  }

  isSaturated(): boolean {
    return this.#services.ingest.isSaturated()
  }

  drained(): Promise<void> {
    return this.#services.ingest.drained()
  }

  shareWaitMs(): number {
    return this.#services.rateLimits.waitMs(this.#owner)
  }

  #noteSeen(at: number): Promise<void> {
    return noteHubSeen(this.#services.db, this.id, at)
  }
}
