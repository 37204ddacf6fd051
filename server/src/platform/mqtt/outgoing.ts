import { generate, type IConnectPacket } from 'mqtt-packet'
import { PacketIds } from './packet-ids.ts'

export interface Message {
  readonly topic: string
  readonly payload: string
  readonly qos: 0 | 1
  readonly retain: boolean
}

/** Unacknowledged QoS 1 messages, when the board allows more or states no limit. */
const UNACKNOWLEDGED_MAX = 1000
/** Topics whose newest message waits for acknowledgements of others. */
const WAITING_MAX = 1000

/** The messages to one board. Over MQTT 5 they respect its receive maximum and packet size. */
export class Outgoing {
  readonly #send: (bytes: Buffer) => void
  readonly #version: number
  readonly #unacknowledgedMax: number
  readonly #largest: number
  readonly #unacknowledged = new PacketIds()
  /** By topic: a newer message replaces an unsent one. */
  readonly #waiting = new Map<string, Message>()
  #nextId = 1

  constructor(version: number, { properties }: Pick<IConnectPacket, 'properties'>, send: (bytes: Buffer) => void) {
    this.#send = send
    this.#version = version
    this.#unacknowledgedMax =
      version < 5 ? Infinity : Math.min(properties?.receiveMaximum ?? Infinity, UNACKNOWLEDGED_MAX)
    this.#largest = properties?.maximumPacketSize ?? Infinity
  }

  accepts(bytes: number): boolean {
    return bytes <= this.#largest
  }

  /** Sends a message, or keeps it until the board has acknowledged earlier ones. */
  publish(message: Message): void {
    if (message.qos === 0 || this.#unacknowledged.size < this.#unacknowledgedMax) return this.#write(message)
    if (this.#waiting.size < WAITING_MAX || this.#waiting.has(message.topic)) this.#waiting.set(message.topic, message)
  }

  acknowledged(messageId: number): void {
    if (!this.#unacknowledged.delete(messageId)) return
    const [next] = this.#waiting.values()
    if (!next) return
    this.#waiting.delete(next.topic)
    this.#write(next)
  }

  #write(message: Message): void {
    const id = message.qos === 0 ? {} : { messageId: this.#id() }
    const bytes = generate({ cmd: 'publish', dup: false, ...message, ...id }, { protocolVersion: this.#version })
    // The standard treats a message beyond the client's packet size as sent.
    if (!this.accepts(bytes.length)) return
    if (id.messageId !== undefined && this.#version >= 5) this.#unacknowledged.add(id.messageId)
    this.#send(bytes)
  }

  #id(): number {
    do this.#nextId = this.#nextId === 0xffff ? 1 : this.#nextId + 1
    while (this.#unacknowledged.has(this.#nextId))
    return this.#nextId
  }
}
