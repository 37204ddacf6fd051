/** A device behind a connection. `id` is its part of every topic, compared as exact text. */
export interface Peer {
  readonly id: string
  readonly key: number
}

/** What became of a publish: the reason code it is answered with. */
export type Published = 'stored' | 'malformed' | 'denied' | 'unavailable'

/** What the listener asks of the rest of the server. It knows MQTT, not plants. */
export interface Door {
  /** The device to whom one of the credentials belongs; undefined when to none. */
  admit(credentials: readonly string[]): Promise<Peer | undefined>
  /** Somebody in that network was turned away. Not called for each when they are very many. */
  denied(network: string): void
  /** Resolves when the payload is on disk, or with why it will never be. */
  publish(peer: Peer, topic: string, payload: Buffer): Promise<Published>
  /** Whether the device may listen to what the filter names. */
  maySubscribe(peer: Peer, filter: string): boolean
  /** The retained messages that the filter names. */
  retained(peer: Peer, filter: string): Promise<ReadonlyArray<{ topic: string; payload: string }>>
  connected(peer: Peer): Promise<void>
  disconnected(peer: Peer): Promise<void>
  /** True while there is no room for readings of the device: its sockets are not read then. */
  isFull(peer: Peer): boolean
  whenFree(peer: Peer): Promise<void>
  /** Takes a publish of the device's share. Returns the milliseconds until it has one again. */
  takeShare(peer: Peer): number
  shareWaitMs(peer: Peer): number
}

export interface ListenerLimits {
  readonly connections: number
  readonly connectionsPerDevice: number
  readonly connectsPerMinute: number
  /** Attempts with a wrong token, a network; beyond them they are told to come later. Good tokens always come in. */
  readonly refusedPerMinute: number
  readonly beforeConnectBytes: number
  readonly beforeConnectMs: number
  /** How long a connection is silent before the network asks whether the other end is still there. */
  readonly tcpKeepAliveMs: number
  readonly packetBytes: number
  /** Publishes that wait for their acknowledgement, a connection. */
  readonly inFlight: number
  /** Bytes that may wait for a board that does not read; beyond them its connection ends. Long before, it is not read. */
  readonly unreadBytes: number
  /** How long it may go on not reading. */
  readonly unreadMs: number
  /** Pings, subscriptions and their ends: so many at once, and so many a second from then on. */
  readonly control: { readonly burst: number; readonly perSecond: number }
  /** Different topics in one SUBSCRIBE. */
  readonly filters: number
}

export const LIMITS: ListenerLimits = {
  connections: 20_000,
  connectionsPerDevice: 4,
  connectsPerMinute: 6000,
  refusedPerMinute: 60,
  beforeConnectBytes: 8 * 1024,
  beforeConnectMs: 5000,
  tcpKeepAliveMs: 60_000,
  packetBytes: 64 * 1024,
  inFlight: 1000,
  unreadBytes: 1024 * 1024,
  unreadMs: 60_000,
  control: { burst: 100, perSecond: 10 },
  filters: 10,
}
