import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import {
  generate,
  parser as openParser,
  type IConnectPacket,
  type IPublishPacket,
  type ISubscribePacket,
  type IUnsubscribePacket,
  type Packet,
} from 'mqtt-packet'
import { puback, PUBLISHED, REASON, RETURN } from './codes.ts'
import type { DeviceRef } from '../device-ref.ts'
import { TokenBucket } from '../rate-limit/token-bucket.ts'
import type { ConnectionEvents } from './connection-events.ts'
import { connack } from './connack.ts'
import type { DeviceHandler, ListenerLimits, Published } from './device-handler.ts'
import { Filters } from './filters.ts'
import { isForbidden } from './forbidden-packet.ts'
import { Holds } from './holds.ts'
import { hasTooManyProperties } from './properties.ts'

/** A connection over MQTT 3.1.1 ends this long after a publish that was not stored, so that the board sends it again. */
const RETRY_AFTER_MS = 2000

/** Packets other than those that begin or end a session, publish or acknowledge. */
type ControlPacket = Exclude<Packet, { cmd: 'connect' | 'publish' | 'puback' | 'disconnect' }>

/** The connection of one board. A wrong packet ends this connection only. */
export class Connection {
  device: DeviceRef | undefined
  clientId = ''
  readonly #socket: Socket
  readonly #handler: DeviceHandler
  readonly #limits: ListenerLimits
  readonly #events: ConnectionEvents
  readonly #settings = { protocolVersion: 4 }
  readonly #parser = openParser(this.#settings)
  readonly #filters = new Filters()
  readonly #openedAt: number
  readonly #holds: Holds
  readonly #control: TokenBucket
  #state: 'new' | 'authenticating' | 'open' | 'ended' = 'new'
  /** Packets that arrived after CONNECT while its credentials were verified. */
  #early: Packet[] = []
  #firstBytes = 0
  #inFlight = 0
  #keepAliveMs = 0
  #heardAt: number
  #nextId = 1

  constructor(socket: Socket, handler: DeviceHandler, limits: ListenerLimits, events: ConnectionEvents) {
    this.#socket = socket
    this.#handler = handler
    this.#limits = limits
    this.#events = events
    this.#openedAt = this.#heardAt = performance.now()
    this.#holds = new Holds(socket, () => (this.#heardAt = performance.now()))
    this.#control = new TokenBucket(limits.control, this.#openedAt)
    this.#parser.on('packet', (packet) => this.#receive(packet))
    this.#parser.on('error', () => this.end(REASON.malformedPacket))
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    socket.on('drain', () => this.#holds.remove('unread'))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#ended())
  }

  /** Called once a second: ends the connection when it has been silent for too long. `now` is performance.now(). */
  check(now: number): void {
    if (this.#state !== 'open') {
      if (now - this.#openedAt > this.#limits.beforeConnectMs) this.#socket.destroy()
    } else if (now - this.#heardAt > this.#patienceMs()) {
      this.end(REASON.keepAliveTimeout)
    }
  }

  /** Returns how long it may be silent. While its socket is not read that is unlimited, unless it does not read itself. */
  #patienceMs(): number {
    if (this.#holds.has('unread')) return this.#limits.unreadMs
    return this.#keepAliveMs === 0 || this.#holds.any ? Infinity : this.#keepAliveMs * 1.5
  }

  /** Sends a message to the device when one of its subscriptions matches the topic. */
  deliver(topic: string, payload: string, retain: boolean): void {
    const qos = this.#filters.qosOf(topic)
    if (this.#state !== 'open' || qos === undefined) return
    const messageId = qos === 0 ? {} : { messageId: this.#id() }
    this.#write({ cmd: 'publish', topic, payload, qos, retain, dup: false, ...messageId })
  }

  /** Ends the connection; over MQTT 5 with a DISCONNECT that has the reason. */
  end(reason: number): void {
    if (this.#state === 'ended') return
    if (this.#state === 'open' && this.#settings.protocolVersion === 5)
      this.#write({ cmd: 'disconnect', reasonCode: reason })
    this.#close()
  }

  #close(): void {
    this.#state = 'ended'
    // Closing a socket with unread bytes resets the connection, and the reason sent before might not arrive.
    this.#socket.resume()
    this.#socket.end()
    // A board that does not close its side must not keep the socket.
    setTimeout(() => this.#socket.destroy(), 100).unref()
  }

  #read(chunk: Buffer): void {
    if (this.#state === 'ended') return
    this.#heardAt = performance.now()
    if (this.#state !== 'open') {
      this.#firstBytes += chunk.length
      if (this.#state === 'new' && this.#firstBytes > this.#limits.beforeConnectBytes)
        return this.end(REASON.packetTooLarge)
    }
    try {
      if (this.#parser.parse(chunk) > this.#limits.packetBytes) this.end(REASON.packetTooLarge)
    } catch {
      // The parser throws on some malformed packets instead of emitting an error.
      this.end(REASON.malformedPacket)
    }
  }

  #receive(packet: Packet): void {
    if (this.#state === 'ended') return
    if (this.#state === 'authenticating') {
      if (this.#early.push(packet) > this.#limits.inFlight) this.end(REASON.receiveMaximumExceeded)
      return
    }
    if ((this.#state === 'new') !== (packet.cmd === 'connect')) return this.end(REASON.protocolError)
    if (hasTooManyProperties(packet)) return this.end(REASON.quotaExceeded)
    if (isForbidden(packet)) return this.#controlPacket(packet)
    switch (packet.cmd) {
      case 'connect':
        return void this.#connect(packet).catch(() => this.#refuse(RETURN.unavailable, REASON.serverBusy))
      case 'publish':
        return this.#publish(packet)
      case 'puback':
        return
      case 'disconnect':
        return this.#close()
      case 'subscribe':
      case 'unsubscribe':
      case 'pingreq':
        return this.#controlPacket(packet)
    }
  }

  /** Handles packets that need a reply, at a limited rate, and those that no device may send. */
  #controlPacket(packet: ControlPacket): void {
    const now = performance.now()
    if (this.#control.waitMs(now) > 0) return this.end(REASON.messageRateTooHigh)
    this.#control.consume(1, now)
    if (isForbidden(packet)) return this.end(REASON.protocolError)
    switch (packet.cmd) {
      case 'subscribe':
        return void this.#subscribe(packet).catch(() => this.end(REASON.serverBusy))
      case 'unsubscribe':
        return this.#unsubscribe(packet)
      case 'pingreq':
        return this.#write({ cmd: 'pingresp' })
    }
  }

  async #connect(packet: IConnectPacket): Promise<void> {
    const version = packet.protocolVersion
    if (version !== 4 && version !== 5) return this.#refuse(RETURN.unacceptableVersion, 0)
    this.#settings.protocolVersion = version
    // The parser replaces bytes that are not UTF-8 by U+FFFD, here and in topics.
    if (packet.clientId.includes('\uFFFD')) return this.end(REASON.malformedPacket)
    if (packet.clientId === '' && version === 4 && packet.clean === false) return this.#refuse(RETURN.badClientId, 0)
    const given = [packet.username ?? '', packet.password?.toString() ?? '']
    const credentials = [...new Set(given.filter((text) => text !== ''))]
    if (!this.#events.mayTry(credentials)) return this.#refuse(RETURN.unavailable, REASON.serverBusy)
    this.#state = 'authenticating'
    // Until the device is known, later packets wait in the buffers of the network rather than in our memory.
    this.#socket.pause()
    const device = credentials.length === 0 ? undefined : await this.#handler.admit(credentials)
    if (this.#state !== 'authenticating') return
    if (!device) {
      return this.#events.refused(credentials)
        ? this.#refuse(RETURN.unavailable, REASON.serverBusy)
        : this.#refuse(RETURN.notAuthorized, REASON.badCredentials)
    }
    this.#open(device, packet)
  }

  #open(device: DeviceRef, { clientId, keepalive }: IConnectPacket): void {
    this.device = device
    this.clientId = clientId === '' ? randomUUID() : clientId
    this.#keepAliveMs = (keepalive ?? 0) * 1000
    this.#state = 'open'
    this.#events.admitted(this)
    this.#write(connack(this.#settings.protocolVersion, this.#limits, clientId === '' ? this.clientId : undefined))
    const early = this.#early
    this.#early = []
    for (const packet of early) this.#receive(packet)
    if (!this.#holds.any) this.#socket.resume()
  }

  #refuse(returnCode: number, reasonCode: number): void {
    if (this.#state === 'ended') return
    const code = this.#settings.protocolVersion === 5 && reasonCode !== 0 ? { reasonCode } : { returnCode }
    this.#write({ cmd: 'connack', sessionPresent: false, ...code })
    this.#close()
  }

  #publish({ topic, payload, qos, messageId, properties }: IPublishPacket): void {
    const { device } = this
    if (!device) return
    if (qos === 2) return this.end(REASON.qosNotSupported)
    if (properties?.topicAlias !== undefined) return this.end(REASON.topicAliasInvalid)
    if (topic === '' || /[#+\0\uFFFD]/.test(topic)) return this.end(REASON.topicNameInvalid)
    if (payload.length > this.#limits.packetBytes) return this.end(REASON.packetTooLarge)
    if (qos === 1 && !messageId) return this.end(REASON.protocolError)
    if (this.#inFlight >= this.#limits.inFlight && this.#settings.protocolVersion === 5 && qos === 1)
      return this.end(REASON.receiveMaximumExceeded)
    this.#inFlight++
    if (this.#inFlight >= this.#limits.inFlight) this.#holds.add('in-flight')
    if (this.#handler.isSaturated(device)) this.#holds.addUntil('queue', () => this.#handler.drained(device))
    this.#holds.addFor('share', this.#handler.consumeShare(device), () => this.#handler.shareWaitMs(device))
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    this.#handler.publish(device, topic, bytes).then(
      (published) => this.#published(published, qos === 0 ? undefined : messageId),
      () => this.#published('unavailable', qos === 0 ? undefined : messageId),
    )
  }

  /** @param messageId undefined for a publish that needs no acknowledgement */
  #published(published: Published, messageId: number | undefined): void {
    this.#inFlight--
    if (this.#holds.has('in-flight') && this.#inFlight < this.#limits.inFlight / 2) {
      const { device } = this
      if (device && this.#handler.isSaturated(device))
        this.#holds.addUntil('queue', () => this.#handler.drained(device))
      this.#holds.remove('in-flight')
    }
    if (this.#state !== 'open') return
    const version = this.#settings.protocolVersion
    if (version < 5 && published === 'denied') return this.end(REASON.notAuthorized)
    if (messageId === undefined) return
    if (version < 5 && published === 'unavailable') {
      // MQTT 3.1.1 has no code for "not stored", so the connection ends without an acknowledgement.
      setTimeout(() => this.end(REASON.serverBusy), RETRY_AFTER_MS).unref()
      return
    }
    this.#send(puback(messageId, PUBLISHED[published], version))
  }

  async #subscribe({ messageId, subscriptions }: ISubscribePacket): Promise<void> {
    const { device } = this
    if (!device || messageId === undefined || subscriptions.length === 0) return this.end(REASON.protocolError)
    const { granted, wanted } = this.#filters.add(subscriptions, {
      maySubscribe: (filter) => this.#handler.maySubscribe(device, filter),
      most: this.#limits.filters,
      version: this.#settings.protocolVersion,
    })
    this.#write({ cmd: 'suback', messageId, granted })
    for (const topic of wanted) {
      for (const message of await this.#handler.retained(device, topic))
        this.deliver(message.topic, message.payload, true)
    }
  }

  #unsubscribe({ messageId, unsubscriptions }: IUnsubscribePacket): void {
    if (messageId === undefined || unsubscriptions.length === 0) return this.end(REASON.protocolError)
    const granted = unsubscriptions.map((filter) => (this.#filters.remove(filter) ? 0x00 : 0x11))
    this.#write({ cmd: 'unsuback', messageId, granted })
  }

  #write(packet: Packet): void {
    this.#send(generate(packet, this.#settings))
  }

  /** Writes to the socket, corked so that the acknowledgements of one group are sent in one write. */
  #send(bytes: Buffer): void {
    const socket = this.#socket
    if (!socket.writable) return
    if (socket.writableCorked === 0) {
      socket.cork()
      process.nextTick(() => socket.uncork())
    }
    socket.write(bytes)
    // A board that does not read our replies is not read either, or they would grow without bound.
    if (socket.writableLength > this.#limits.unreadBytes) socket.destroy()
    else if (socket.writableNeedDrain && !this.#holds.has('unread')) this.#holds.add('unread')
  }

  #id(): number {
    const id = this.#nextId
    this.#nextId = id === 0xffff ? 1 : id + 1
    return id
  }

  #ended(): void {
    this.#state = 'ended'
    this.#events.ended(this)
  }
}
