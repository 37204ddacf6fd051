import type { ISubscribePacket, IUnsubscribePacket, Packet } from 'mqtt-packet'
import { REASON } from './codes.ts'
import type { AdmittedClient, ListenerLimits } from './device-handler.ts'
import { Filters } from './filters.ts'
import type { Outgoing } from './outgoing.ts'

interface Surroundings {
  readonly client: AdmittedClient
  readonly limits: ListenerLimits
  readonly version: number
  readonly outgoing: Outgoing
  write(packet: Packet): void
  end(reason: number): void
}

interface Told {
  readonly payload: string
  readonly number: number
  readonly changedBy: number
}

/** The subscriptions of one connection, and the last message sent on each topic. */
export class Subscriptions {
  readonly #in: Surroundings
  readonly #filters = new Filters()
  readonly #last = new Map<string, Told>()
  /** Number of messages sent. Data read before one of them may be older than it. */
  sentCount = 0

  constructor(surroundings: Surroundings) {
    this.#in = surroundings
  }

  async subscribe({ messageId, subscriptions, properties }: ISubscribePacket): Promise<void> {
    const { client, limits, version } = this.#in
    if (messageId === undefined || subscriptions.length === 0) return this.#in.end(REASON.protocolError)
    if (properties?.subscriptionIdentifier !== undefined) {
      const granted = subscriptions.map(() => REASON.subscriptionIdsNotSupported)
      return this.#in.write({ cmd: 'suback', messageId, granted })
    }
    const { granted, wanted, unwanted } = this.#filters.add(subscriptions, {
      maySubscribe: (filter) => client.maySubscribe(filter),
      limits,
      version,
    })
    this.#in.write({ cmd: 'suback', messageId, granted })
    for (const filter of wanted) await this.#sendRetained(filter)
    for (const filter of unwanted) await this.#noteRetained(filter)
  }

  unsubscribe({ messageId, unsubscriptions }: IUnsubscribePacket): void {
    if (messageId === undefined || unsubscriptions.length === 0) return this.#in.end(REASON.protocolError)
    const granted = unsubscriptions.map((filter) => (this.#filters.remove(filter) ? 0x00 : 0x11))
    this.#in.write({ cmd: 'unsuback', messageId, granted })
  }

  mayMatchBelow(level: string): boolean {
    return this.#filters.mayMatchBelow(level)
  }

  deliver(topic: string, payload: string): void {
    this.#send(topic, payload, false)
  }

  /** Sends data read when `sentCount` messages had been sent, unless the board has since got the same or a later one. */
  renew(topic: string, payload: string, sentCount: number): void {
    const last = this.#last.get(topic)
    if (last && (last.payload === payload || last.number > sentCount)) return
    this.deliver(topic, payload)
  }

  /** Sends retained messages, except those read before a change that was sent meanwhile. */
  async #sendRetained(filter: string): Promise<void> {
    const { sentCount } = this
    for (const { topic, payload } of await this.#in.client.retained(filter))
      if ((this.#last.get(topic)?.changedBy ?? 0) <= sentCount) this.#send(topic, payload, true)
  }

  /** Remembers retained messages of a board that wants only changes, to recognise those. */
  async #noteRetained(filter: string): Promise<void> {
    for (const { topic, payload } of await this.#in.client.retained(filter))
      if (!this.#last.has(topic)) this.#last.set(topic, { payload, number: ++this.sentCount, changedBy: 0 })
  }

  #send(topic: string, payload: string, retain: boolean): void {
    const qos = this.#filters.qosOf(topic)
    if (qos === undefined) return
    const number = ++this.sentCount
    const changedBy = retain ? (this.#last.get(topic)?.changedBy ?? 0) : number
    this.#last.set(topic, { payload, number, changedBy })
    this.#in.outgoing.publish({ topic, payload, qos, retain })
  }
}
