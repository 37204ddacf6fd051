import type { BoardOwner } from '../../features/boards/board-owner.ts'
import { BoardMessage } from '../../features/boards/board-report.ts'
import { findInterval } from '../../features/devices/device-store.ts'
import {
  DEVICE_TOPICS,
  ownTopics,
  preferencesMessage,
  preferencesTopic,
  sensorDataTopic,
} from '../../features/devices/device-topics.ts'
import type { DeviceRef } from '../../platform/device-ref.ts'
import type { AdmittedClient, Published } from '../../platform/mqtt/device-handler.ts'
import { refusedBy, unlessAway, type ClientServices } from './client-services.ts'
import type { IngestResult } from '../ingest-types.ts'
import { costOfMessage } from '../message-cost.ts'

const UNKNOWN = 'No decoder knows this topic.'
const OF_ANOTHER = 'This topic belongs to another device.'

/** A device over MQTT: it publishes readings and what boards of other makers send, and receives its reporting interval. */
export class DeviceClient implements AdmittedClient {
  readonly id: string
  readonly ownerId: string
  readonly tokenHash: string
  readonly #device: DeviceRef
  readonly #topic: string
  readonly #owner: BoardOwner
  readonly #services: ClientServices

  constructor(
    device: DeviceRef & { readonly householdId: string; readonly tokenHash: string },
    services: ClientServices,
  ) {
    this.id = device.deviceId
    this.ownerId = device.householdId
    this.tokenHash = device.tokenHash
    this.#device = { deviceId: device.deviceId, deviceKey: device.deviceKey }
    this.#topic = sensorDataTopic(device.deviceId)
    this.#owner = { householdId: device.householdId, source: { kind: 'device', id: device.deviceId } }
    this.#services = services
  }

  connected(): Promise<void> {
    return this.#services.seen.connected(this.id, () => this.#note('connected'))
  }

  disconnected(): Promise<void> {
    return this.#services.seen.disconnected(this.id, () => this.#note('left'))
  }

  // Neither this nor the next is async: what waits for a commit outlives the young generation, and async frames with it.
  publish(topic: string, payload: Buffer): Promise<Published> {
    try {
      if (topic === this.#topic) return this.#publishReading(payload)
    } catch (error) {
      return Promise.reject(error).catch(refusedBy)
    }
    return this.#publishElse(topic, payload).catch(refusedBy)
  }

  maySubscribe(filter: string): boolean {
    const own = ownTopics(this.id)
    return [preferencesTopic(this.id), `${own}#`, `${own}+`].includes(filter)
  }

  retained(): Promise<Array<{ topic: string; payload: string }>> {
    return unlessAway(this.#preferences())
  }

  async #preferences(): Promise<Array<{ topic: string; payload: string }>> {
    const interval = await findInterval(this.#services.db, this.id)
    if (interval === undefined) return []
    return [{ topic: preferencesTopic(this.id), payload: preferencesMessage(this.id, interval) }]
  }

  isSaturated(): boolean {
    return this.#services.ingest.isSaturated(this.#device.deviceKey)
  }

  drained(): Promise<void> {
    return this.#services.ingest.drained(this.#device.deviceKey)
  }

  shareWaitMs(): number {
    return this.#services.rateLimits.waitMs(this.#owner)
  }

  #publishReading(payload: Buffer): Promise<Published> {
    const { ingest, rateLimits } = this.#services
    rateLimits.charge(this.#owner, costOfMessage({ readings: 1, bytes: payload.length }))
    const ingested = ingest.ingest(this.#device, [parse(payload)], payload.length)
    return ingested.then((result) => this.#published(result, payload), refusedBy)
  }

  #published({ stored, duplicates, refused }: IngestResult, payload: Buffer): Published {
    this.#noteSeen()
    // Never stored, so refused for good: the board would resend it forever.
    const published = stored + duplicates > 0 ? 'stored' : 'malformed'
    const [first] = refused
    return first ? this.#refuse(published, this.#topic, payload, first.reason) : published
  }

  async #publishElse(topic: string, payload: Buffer): Promise<Published> {
    if (!isOfAnother(this.id, topic)) return this.#publishOther(topic, payload)
    this.#services.rateLimits.charge(this.#owner, costOfMessage({ readings: 1, bytes: payload.length }))
    return this.#refuse('denied', topic, payload, OF_ANOTHER)
  }

  /**
   * Ingests a message that may be of another maker's board. It is new regardless of its retain flag: no broker kept it.
   */
  async #publishOther(topic: string, payload: Buffer): Promise<Published> {
    const { isKnown, refused } = await this.#services.boards.ingest(this.#owner, new BoardMessage(topic, payload))
    this.#noteSeen()
    const reason = isKnown ? refused[0] : UNKNOWN
    return reason === undefined ? 'stored' : this.#refuse('stored', topic, payload, reason)
  }

  /** Counts a message by its topic, where the owner of the device sees it. */
  #refuse(published: Published, topic: string, payload: Buffer, reason: string): Published {
    this.#services.refused.add(this.#device.deviceKey, { topic, reason, payload })
    return published
  }

  #noteSeen(): void {
    this.#services.seen.note(this.id, () => this.#note('connected'))
  }

  #note(presence: 'connected' | 'left'): Promise<void> {
    return this.#services.presence.note(this.#device.deviceKey, presence)
  }
}

function isOfAnother(deviceId: string, topic: string): boolean {
  return topic.startsWith(DEVICE_TOPICS) && !topic.startsWith(ownTopics(deviceId))
}

function parse(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString())
  } catch {
    return undefined
  }
}
