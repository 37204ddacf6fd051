import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { generate, parser as openParser, type IConnackPacket, type IPublishPacket, type Packet } from 'mqtt-packet'
import { BrokerClosed, BrokerSilent, ConnackRefusal, WrongPacket } from './broker-faults.ts'
import { acknowledgement } from './codes.ts'
import { Holds } from './holds.ts'
import { PacketFeed } from './packet-feed.ts'

const PACKET_BYTES = 256 * 1024
/** Messages in progress, and their bytes, beyond which the socket is not read; below a half it is read again. */
const IN_FLIGHT = 64
const IN_FLIGHT_BYTES = 1024 * 1024
const SESSION_EXPIRY_SECONDS = 86_400
const KEEP_ALIVE_SECONDS = 60
const PING_EVERY_MS = 20_000
/** Silence of the broker that ends a connection: before it is open, and afterwards. */
const CONNECT_WITHIN_MS = 15_000
const SILENT_MS = 90_000
const CLOSE_WITHIN_MS = 1500

export interface SubscriberOptions {
  /** Names the session at the broker. */
  readonly clientId: string
  readonly username: string
  readonly password: string
  readonly topics: readonly string[]
  /** Filters of the session to unsubscribe. */
  readonly dropped: readonly string[]
  readonly version: 4 | 5
}

export interface Arrived {
  readonly topic: string
  readonly payload: Buffer
  /** Sent because of a subscription, not a new publish. */
  readonly isRetained: boolean
}

export interface SubscriberEvents {
  /** Resolves when the message may be acknowledged; never rejects. `signal` is aborted when the connection ends. */
  take(message: Arrived, signal: AbortSignal): Promise<void>
  /** Milliseconds until the next message is allowed. */
  shareWaitMs(): number
  /** Called after the reply to the subscriptions; `refused` are filters that the broker does not allow. */
  connected(refused: readonly string[]): void
  /** Called once; `error` is undefined when this side ended it. */
  ended(error: Error | undefined): void
}

/**
 * The connection of a subscriber to a broker, over MQTT 3.1.1 or 5: a session that the broker keeps, QoS 1, and an
 * acknowledgement only after a message was taken. Packets of more than 256 KB end it, and memory is bounded: while too much
 * is being taken the socket is not read.
 */
export class Subscriber {
  readonly #socket: Socket
  readonly #options: SubscriberOptions
  readonly #events: SubscriberEvents
  readonly #parser
  readonly #holds: Holds
  readonly #feed: PacketFeed
  readonly #over = new AbortController()
  readonly #pings: NodeJS.Timeout
  readonly #closed: Promise<void>
  #state: 'connecting' | 'admitted' | 'open' | 'ending' | 'ended' = 'connecting'
  #inFlight = 0
  #inFlightBytes = 0
  #taking = Promise.withResolvers<void>()
  #heardAt = performance.now()
  #error: Error | undefined

  /** @param socket one that is just being connected */
  constructor(socket: Socket | TLSSocket, options: SubscriberOptions, events: SubscriberEvents) {
    this.#socket = socket
    this.#options = options
    this.#events = events
    this.#parser = openParser({ protocolVersion: options.version })
    this.#holds = new Holds(socket, () => this.#resume())
    this.#feed = new PacketFeed({ holds: this.#holds, parse: (bytes) => this.#parse(bytes) })
    this.#parser.on('packet', (packet) => this.#receive(packet))
    this.#parser.on('error', () => this.#fail(new WrongPacket('The broker sent a malformed packet')))
    this.#pings = setInterval(() => this.#ping(), PING_EVERY_MS).unref()
    const late = setTimeout(() => this.#checkConnected(), CONNECT_WITHIN_MS).unref()
    // Not before the certificate of the broker is verified: CONNECT carries the password.
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => this.#connect())
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    socket.on('error', (error) => (this.#error ??= error))
    this.#closed = new Promise((resolve) => {
      socket.once('close', () => {
        clearTimeout(late)
        this.#ended()
        resolve()
      })
    })
  }

  /** Acknowledges messages in progress, then disconnects. `forGood`: the broker need not keep the session. */
  async end(forGood = false): Promise<void> {
    const wasOpen = this.#state === 'open'
    if (this.#state === 'ended') return
    this.#state = 'ending'
    this.#feed.stop()
    this.#socket.pause()
    const overdue = setTimeout(() => this.#socket.destroy(), CLOSE_WITHIN_MS)
    if (wasOpen) {
      if (this.#inFlight > 0) await Promise.race([this.#taking.promise, this.#closed])
      this.#disconnect(forGood)
      this.#socket.resume()
      this.#socket.end()
    } else {
      this.#socket.destroy()
    }
    await this.#closed
    clearTimeout(overdue)
  }

  #connect(): void {
    const { clientId, username, password, version } = this.#options
    this.#socket.setNoDelay(true)
    this.#write({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: version,
      clientId,
      clean: false,
      keepalive: KEEP_ALIVE_SECONDS,
      ...(username === '' ? {} : { username }),
      ...(password === '' ? {} : { password: Buffer.from(password) }),
      ...(version === 5 ? { properties: SESSION } : {}),
    })
  }

  /** MQTT 3.1.1 has no expiry of sessions, so a session without subscriptions is left there. */
  #disconnect(forGood: boolean): void {
    const { topics, version } = this.#options
    if (forGood && version === 4) this.#write({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: [...topics] })
    const forget = forGood && version === 5 ? { reasonCode: 0, properties: { sessionExpiryInterval: 0 } } : {}
    this.#write({ cmd: 'disconnect', ...forget })
  }

  #read(chunk: Buffer): void {
    if (this.#state === 'ended') return
    this.#heardAt = performance.now()
    this.#feed.read(chunk)
  }

  #resume(): void {
    // Time without reading is no silence of the broker.
    this.#heardAt = performance.now()
    this.#feed.resume()
  }

  #parse(bytes: Buffer): void {
    try {
      if (this.#parser.parse(bytes) > PACKET_BYTES)
        this.#fail(new WrongPacket(`A message is larger than ${PACKET_BYTES / 1024} KB`))
    } catch {
      // The parser throws on some malformed packets instead of emitting an error.
      this.#fail(new WrongPacket('The broker sent a malformed packet'))
    }
  }

  #receive(packet: Packet): void {
    if (this.#over.signal.aborted) return
    if (this.#state === 'connecting' && packet.cmd !== 'connack')
      return this.#fail(new WrongPacket('The broker sent something else than CONNACK'))
    if (packet.cmd === 'connack') this.#admitted(packet)
    else if (packet.cmd === 'suback') this.#subscribed(packet.granted.map(Number))
    else if (packet.cmd === 'publish') this.#publish(packet)
    else if (packet.cmd === 'disconnect')
      this.#fail(new BrokerClosed(`The broker ended the connection with code ${packet.reasonCode ?? 0}`))
  }

  #admitted({ reasonCode, returnCode }: IConnackPacket): void {
    const code = reasonCode ?? returnCode ?? 0
    if (code !== 0) return this.#fail(new ConnackRefusal(code))
    if (this.#state !== 'connecting') return
    this.#state = 'admitted'
    const { topics, dropped } = this.#options
    if (dropped.length > 0) this.#write({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: [...dropped] })
    this.#write({ cmd: 'subscribe', messageId: 1, subscriptions: topics.map((topic) => ({ topic, qos: 1 })) })
  }

  #subscribed(granted: readonly number[]): void {
    if (this.#state === 'admitted') this.#state = 'open'
    this.#events.connected(this.#options.topics.filter((_, index) => (granted[index] ?? 0) >= 0x80))
  }

  #publish({ topic, payload, qos, messageId, retain, properties }: IPublishPacket): void {
    // Messages of a persistent session may arrive before the reply to the subscription.
    if (this.#state !== 'open' && this.#state !== 'admitted') return
    if (qos === 2 || topic === '' || properties?.topicAlias !== undefined)
      return this.#fail(new WrongPacket('The broker sent a message that was not agreed on'))
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    void this.#take({ topic, payload: bytes, isRetained: retain }, qos === 1 ? messageId : undefined)
  }

  /** @param messageId undefined for a message that needs no acknowledgement */
  async #take(message: Arrived, messageId: number | undefined): Promise<void> {
    const { length } = message.payload
    this.#hold(1, length)
    const taken = this.#events.take(message, this.#over.signal)
    this.#holds.addFor('share', this.#events.shareWaitMs(), () => this.#events.shareWaitMs())
    await taken
    if (messageId !== undefined && this.#socket.writable) this.#socket.write(acknowledgement('puback', messageId))
    this.#hold(-1, -length)
  }

  /** Counts what is being taken, and reads no more of the socket than there is room for. */
  #hold(messages: number, bytes: number): void {
    this.#inFlight += messages
    this.#inFlightBytes += bytes
    if (this.#inFlight === 0) {
      this.#taking.resolve()
      this.#taking = Promise.withResolvers<void>()
    }
    if (this.#state === 'ending' || this.#state === 'ended') return
    const isMuch = this.#inFlight >= IN_FLIGHT || this.#inFlightBytes >= IN_FLIGHT_BYTES
    if (isMuch && !this.#holds.has('in-flight')) this.#holds.add('in-flight')
    else if (this.#inFlight < IN_FLIGHT / 2 && this.#inFlightBytes < IN_FLIGHT_BYTES / 2)
      this.#holds.remove('in-flight')
  }

  #ping(): void {
    if (this.#state !== 'open') return
    if (!this.#holds.any && performance.now() - this.#heardAt > SILENT_MS)
      return this.#fail(new BrokerSilent('The broker is silent'))
    this.#write({ cmd: 'pingreq' })
  }

  #checkConnected(): void {
    if (this.#state === 'connecting' || this.#state === 'admitted')
      this.#fail(new BrokerSilent('The broker did not reply in time'))
  }

  #write(packet: Packet): void {
    if (this.#socket.writable) this.#socket.write(generate(packet, { protocolVersion: this.#options.version }))
  }

  #fail(error: Error): void {
    this.#error ??= error
    this.#socket.destroy()
  }

  #ended(): void {
    const wasEnded = this.#state === 'ending'
    this.#state = 'ended'
    this.#feed.stop()
    clearInterval(this.#pings)
    this.#over.abort()
    this.#events.ended(wasEnded ? undefined : (this.#error ?? new BrokerClosed('The broker closed the connection')))
  }
}

const SESSION = {
  sessionExpiryInterval: SESSION_EXPIRY_SECONDS,
  receiveMaximum: IN_FLIGHT,
  maximumPacketSize: PACKET_BYTES,
}
