import type { IConnectPacket, IPublishPacket } from 'mqtt-packet'
import { acknowledgement, PUBLISHED, REASON } from './codes.ts'
import type { AdmittedClient, ListenerLimits, Published } from './device-handler.ts'
import type { Holds } from './holds.ts'
import { PacketIds } from './packet-ids.ts'

/** A connection ends this long after a publish that was not stored, which bounds how often the board retries. */
const RETRY_AFTER_MS = 2000

interface Surroundings {
  readonly client: AdmittedClient
  readonly limits: ListenerLimits
  readonly holds: Holds
  readonly version: number
  send(bytes: Buffer): void
  end(reason: number): void
}

export class Incoming {
  readonly #in: Surroundings
  #inFlight = 0
  #bytes = 0
  readonly #storing = new Set<number>()
  /** QoS 2 packet ids with PUBREC sent and no PUBREL yet; a repeated message is not stored again. */
  readonly #received = new PacketIds()
  #endsSoon = false

  constructor(surroundings: Surroundings) {
    this.#in = surroundings
  }

  take(packet: IPublishPacket): void {
    const fault = this.#faultOf(packet)
    if (fault !== undefined) return this.#in.end(fault)
    const { qos, messageId = 0 } = packet
    if (qos === 2) {
      if (this.#received.has(messageId)) return this.#in.send(acknowledgement('pubrec', messageId))
      if (this.#storing.has(messageId)) return
      this.#storing.add(messageId)
    }
    this.#store(packet)
  }

  /** Completes a QoS 2 message. Returns false when none waits under this packet id. */
  release(messageId: number): boolean {
    if (!this.#received.delete(messageId)) return false
    this.#in.send(acknowledgement('pubcomp', messageId))
    return true
  }

  takeWill({ topic, payload }: NonNullable<IConnectPacket['will']>): void {
    const { client } = this.#in
    if (!isTopicName(topic)) return
    client.publish(topic, bytesOf(payload)).catch(() => {})
  }

  #faultOf({ topic, payload, qos, messageId, properties }: IPublishPacket): number | undefined {
    const { limits, version } = this.#in
    if (properties?.topicAlias !== undefined) return REASON.topicAliasInvalid
    if (!isTopicName(topic)) return REASON.topicNameInvalid
    if (payload.length > limits.packetBytes) return REASON.packetTooLarge
    if (qos !== 0 && !messageId) return REASON.protocolError
    if (qos === 0 || version < 5 || this.#inFlight + this.#received.size < limits.inFlight) return undefined
    const isRepeated = qos === 2 && messageId !== undefined && this.#received.has(messageId)
    return isRepeated ? undefined : REASON.receiveMaximumExceeded
  }

  #store({ topic, payload, qos, messageId = 0 }: IPublishPacket): void {
    const { client, holds, limits, version } = this.#in
    const bytes = bytesOf(payload)
    this.#inFlight++
    this.#bytes += bytes.length
    // Over MQTT 5 a client that exceeds its receive maximum is disconnected instead.
    const isMuch = this.#inFlight >= limits.inFlight && (version < 5 || qos === 0)
    if (isMuch || this.#bytes >= limits.inFlightBytes) holds.add('in-flight')
    if (client.isSaturated()) holds.addUntil('queue', () => client.drained())
    const stored = (published: Published): void => {
      this.#bytes -= bytes.length
      this.#stored(published, qos, messageId)
    }
    client.publish(topic, bytes).then(stored, () => stored('unavailable'))
    holds.addFor('share', client.shareWaitMs(), () => client.shareWaitMs())
  }

  #stored(published: Published, qos: number, messageId: number): void {
    const { client, holds, version } = this.#in
    this.#inFlight--
    this.#storing.delete(messageId)
    if (holds.has('in-flight') && this.#hasRoom()) {
      if (client.isSaturated()) holds.addUntil('queue', () => client.drained())
      holds.remove('in-flight')
    }
    if (qos === 0) return
    // Libraries take any acknowledgement as final. MQTT 3.1.1 has no reason for a full quota.
    if (published === 'unavailable' || (version < 5 && published === 'overQuota')) return this.#endSoon()
    const reason = version < 5 ? REASON.success : PUBLISHED[published]
    // A PUBREC with an error ends the exchange, and its packet id may be used again.
    if (qos === 2 && reason === REASON.success) this.#received.add(messageId)
    this.#in.send(acknowledgement(qos === 2 ? 'pubrec' : 'puback', messageId, reason))
  }

  #endSoon(): void {
    if (this.#endsSoon) return
    this.#endsSoon = true
    setTimeout(() => this.#in.end(REASON.serverBusy), RETRY_AFTER_MS).unref()
  }

  #hasRoom(): boolean {
    const { inFlight, inFlightBytes } = this.#in.limits
    return this.#inFlight < inFlight / 2 && this.#bytes < inFlightBytes / 2
  }
}

/** Returns whether a message may be published to the topic. The parser replaces bytes that are not UTF-8 by U+FFFD. */
function isTopicName(topic: string): boolean {
  return topic !== '' && !/[#+\0\uFFFD]/.test(topic)
}

function bytesOf(payload: string | Buffer): Buffer {
  return typeof payload === 'string' ? Buffer.from(payload) : payload
}
