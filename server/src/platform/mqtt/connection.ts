import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Socket } from 'node:net'
import { generate, parser as openParser, type IConnectPacket, type IPubrelPacket, type Packet } from 'mqtt-packet'
import { acknowledgement, REASON, RETURN } from './codes.ts'
import { TokenBucket } from '../rate-limit/token-bucket.ts'
import { connack } from './connack.ts'
import type { AdmittedClient, DeviceHandler, ListenerLimits } from './device-handler.ts'
import { isForbidden, hasTooManyProperties } from './forbidden-packet.ts'
import { Holds } from './holds.ts'
import { Incoming } from './incoming.ts'
import { Outgoing } from './outgoing.ts'
import { PacketFeed } from './packet-feed.ts'
import { parsePublish } from './publish-packet.ts'
import { Subscriptions } from './subscriptions.ts'

export interface ConnectionEvents {
  /** Returns false for credentials that were refused before, once the network has had too many refusals. */
  mayTry(credentials: readonly string[]): boolean
  /** Counts a refusal. Returns whether the network has had too many, so that the client should retry later. */
  refused(credentials: readonly string[], clientId: string): boolean
  delayOf(client: AdmittedClient, clientId: string): number
  admitted(connection: Connection): void
  ended(connection: Connection): void
}

const WITHOUT_WILL: ReadonlySet<number> = new Set([REASON.shuttingDown, REASON.administrativeAction])

type ControlPacket = Exclude<Packet, { cmd: 'connect' | 'publish' | 'puback' | 'disconnect' }>

/** The connection of one board. A malformed packet ends this connection only. */
export class Connection {
  client: AdmittedClient | undefined
  clientId = ''
  readonly address: string
  readonly #socket: Socket
  readonly #handler: DeviceHandler
  readonly #limits: ListenerLimits
  readonly #events: ConnectionEvents
  readonly #settings = { protocolVersion: 4 }
  readonly #parser = openParser(this.#settings)
  readonly #openedAt: number
  readonly #holds: Holds
  readonly #feed: PacketFeed
  readonly #control: TokenBucket
  #incoming: Incoming | undefined
  #outgoing: Outgoing | undefined
  #subscriptions: Subscriptions | undefined
  #state: 'new' | 'authenticating' | 'open' | 'ended' = 'new'
  #firstBytes = 0
  #keepAliveMs = 0
  #will: IConnectPacket['will']
  #heardAt: number
  #unsent: Buffer[] = []

  constructor(
    { socket, address }: { readonly socket: Socket; readonly address: string },
    handler: DeviceHandler,
    limits: ListenerLimits,
    events: ConnectionEvents,
  ) {
    this.#socket = socket
    this.address = address.replace(/^::ffff:/, '')
    this.#handler = handler
    this.#limits = limits
    this.#events = events
    this.#openedAt = this.#heardAt = performance.now()
    this.#holds = new Holds(socket, () => this.#resume())
    this.#feed = new PacketFeed({ holds: this.#holds, parse: (bytes, isWhole) => this.#parse(bytes, isWhole) })
    this.#control = new TokenBucket(limits.control, this.#openedAt)
    this.#parser.on('packet', (packet) => this.#receive(packet))
    this.#parser.on('error', () => this.end(REASON.malformedPacket))
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    socket.on('drain', () => this.#holds.remove('unread'))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#ended())
  }

  /** Ends the connection after its keep-alive. Called once a second; `now` is performance.now(). */
  check(now: number): void {
    if (this.#state !== 'open') {
      const { beforeConnectMs, beforeConnectSilentMs } = this.#limits
      const isSilent = this.#state === 'new' && now - this.#heardAt > beforeConnectSilentMs
      if (isSilent || now - this.#openedAt > beforeConnectMs) this.#socket.destroy()
    } else if (now - this.#heardAt > this.#patienceMs()) {
      this.end(REASON.keepAliveTimeout)
    }
  }

  /** Unlimited while the server holds the socket back, unless the board itself does not read. */
  #patienceMs(): number {
    if (this.#holds.has('unread')) return this.#limits.unreadMs
    return this.#keepAliveMs === 0 || this.#holds.any ? Infinity : this.#keepAliveMs * 1.5
  }

  deliver(topic: string, payload: string): void {
    if (this.#state === 'open') this.#subscriptions?.deliver(topic, payload)
  }

  /** Returns whether a subscription may match topics that begin with a level, such as `Device/`. */
  mayMatchBelow(level: string): boolean {
    return this.#subscriptions?.mayMatchBelow(level) ?? false
  }

  /** Number of messages sent. Data read from now on is at least as new as they are. */
  get sentCount(): number {
    return this.#subscriptions?.sentCount ?? 0
  }

  /** Delivers data read when `sentCount` messages had been sent, unless the board has since got the same or a later one. */
  renew(topic: string, payload: string, sentCount: number): void {
    if (this.#state === 'open') this.#subscriptions?.renew(topic, payload, sentCount)
  }

  end(reason: number): void {
    if (this.#state === 'ended') return
    if (WITHOUT_WILL.has(reason)) this.#will = undefined
    if (this.#state === 'open' && this.#settings.protocolVersion === 5)
      this.#write({ cmd: 'disconnect', reasonCode: reason })
    this.#close()
  }

  #close(): void {
    this.#leave()
    this.#flush()
    // Closing a socket with unread bytes resets the connection, and the reason might not arrive.
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
    this.#feed.read(chunk)
  }

  #resume(): void {
    this.#heardAt = performance.now()
    this.#feed.resume()
  }

  #parse(bytes: Buffer, isWhole: boolean): void {
    const isPublish = isWhole && this.#state === 'open'
    const publish = isPublish ? parsePublish(bytes, this.#settings.protocolVersion) : undefined
    if (publish) return this.#incoming?.take(publish)
    try {
      if (this.#parser.parse(bytes) > this.#limits.packetBytes) this.end(REASON.packetTooLarge)
    } catch {
      // The parser throws on some malformed packets instead of emitting an error.
      this.end(REASON.malformedPacket)
    }
  }

  #receive(packet: Packet): void {
    if (this.#state === 'ended') return
    if ((this.#state === 'new') !== (packet.cmd === 'connect')) return this.end(REASON.protocolError)
    if (hasTooManyProperties(packet)) return this.end(REASON.quotaExceeded)
    if (isForbidden(packet)) return this.#controlPacket(packet)
    switch (packet.cmd) {
      case 'connect':
        // Without a CONNACK, after which client libraries would not reconnect.
        return void this.#connect(packet).catch(() => this.end(REASON.serverBusy))
      case 'publish':
        return this.#incoming?.take(packet)
      case 'puback':
        return this.#outgoing?.acknowledged(packet.messageId ?? 0)
      case 'pubrel':
        return this.#incoming?.release(packet.messageId ?? 0) ? undefined : this.#controlPacket(packet)
      case 'disconnect':
        if (packet.reasonCode !== REASON.disconnectWithWill) this.#will = undefined
        return this.#close()
      case 'subscribe':
      case 'unsubscribe':
      case 'pingreq':
        return this.#controlPacket(packet)
    }
  }

  #controlPacket(packet: ControlPacket): void {
    const now = performance.now()
    if (this.#control.waitMs(now) > 0) return this.end(REASON.messageRateTooHigh)
    this.#control.consume(1, now)
    if (isForbidden(packet)) return this.end(REASON.protocolError)
    switch (packet.cmd) {
      case 'subscribe':
        return void this.#subscriptions?.subscribe(packet).catch(() => this.end(REASON.serverBusy))
      case 'unsubscribe':
        return this.#subscriptions?.unsubscribe(packet)
      case 'pubrel':
        return this.#releaseUnknown(packet)
      case 'pingreq':
        return this.#write({ cmd: 'pingresp' })
    }
  }

  /** Acknowledges a QoS 2 release unknown to this connection, as after a reconnect. */
  #releaseUnknown({ messageId }: IPubrelPacket): void {
    if (!messageId) return this.end(REASON.protocolError)
    const reason = this.#settings.protocolVersion === 5 ? REASON.packetIdNotFound : REASON.success
    this.#send(acknowledgement('pubcomp', messageId, reason))
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
    // Until the device is known, later packets wait in the network's buffers rather than in memory.
    this.#holds.add('admission')
    const client = credentials.length === 0 ? undefined : await this.#handler.admit(credentials)
    if (this.#state !== 'authenticating') return
    if (!client) {
      return this.#events.refused(credentials, packet.clientId)
        ? this.#refuse(RETURN.unavailable, REASON.serverBusy)
        : this.#refuse(RETURN.notAuthorized, REASON.badCredentials)
    }
    const delayMs = this.#events.delayOf(client, packet.clientId)
    if (delayMs > 0) await wait(delayMs, undefined, { ref: false })
    if (this.#state !== 'authenticating') return
    this.#open(client, packet)
  }

  #open(client: AdmittedClient, packet: IConnectPacket): void {
    const { clientId, keepalive } = packet
    const version = this.#settings.protocolVersion
    const [send, end] = [(bytes: Buffer) => this.#send(bytes), (reason: number) => this.end(reason)]
    this.client = client
    this.#will = packet.will
    this.clientId = clientId === '' ? randomUUID() : clientId
    this.#keepAliveMs = (keepalive ?? 0) * 1000
    const outgoing = (this.#outgoing = new Outgoing(version, packet, send))
    const [limits, holds] = [this.#limits, this.#holds]
    const write = (packet: Packet) => this.#write(packet)
    this.#subscriptions = new Subscriptions({ client, limits, version, outgoing, write, end })
    this.#incoming = new Incoming({ client, limits, holds, version, send, end })
    this.#state = 'open'
    this.#events.admitted(this)
    this.#write(connack(version, limits, clientId === '' ? this.clientId : undefined))
    this.#holds.remove('admission')
  }

  #refuse(returnCode: number, reasonCode: number): void {
    if (this.#state === 'ended') return
    const code = this.#settings.protocolVersion === 5 && reasonCode !== 0 ? { reasonCode } : { returnCode }
    this.#write({ cmd: 'connack', sessionPresent: false, ...code })
    this.#close()
  }

  #write(packet: Packet): void {
    const bytes = generate(packet, this.#settings)
    if (this.#outgoing?.accepts(bytes.length) === false) return this.#close()
    this.#send(bytes)
  }

  /** Sends at the end of the turn, so that the acknowledgements of a batch take one write. */
  #send(bytes: Buffer): void {
    if (this.#unsent.push(bytes) === 1) process.nextTick(() => this.#flush())
  }

  #flush(): void {
    const [socket, unsent] = [this.#socket, this.#unsent]
    if (unsent.length === 0) return
    this.#unsent = []
    if (!socket.writable) return
    socket.write(unsent.length === 1 ? unsent[0]! : Buffer.concat(unsent))
    // The replies to a board that does not read would grow without bound.
    if (socket.writableLength > this.#limits.unreadBytes) socket.destroy()
    else if (socket.writableNeedDrain && !this.#holds.has('unread')) this.#holds.add('unread')
  }

  #ended(): void {
    this.#leave()
    this.#events.ended(this)
  }

  /** Publishes the will at once: a connection that replaces this one announces later that its board is online. */
  #leave(): void {
    this.#state = 'ended'
    this.#feed.stop()
    const will = this.#will
    this.#will = undefined
    if (will) this.#incoming?.takeWill(will)
  }
}
