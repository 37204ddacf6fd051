/**
 * The outcome of a publish, which decides the reason code of the acknowledgement. `unavailable` can't be stored now, and is
 * not acknowledged. All others are final.
 */
export type Published = 'stored' | 'malformed' | 'denied' | 'overQuota' | 'unavailable'

/**
 * A client that has proved who it is: a device, or a hub that sends for many boards. The listener knows MQTT; the client
 * knows devices and readings.
 */
export interface AdmittedClient {
  /** Its connections are counted, replaced and ended by this. */
  readonly id: string
  /** Whose it is. It receives only messages to this owner. */
  readonly ownerId: string
  /** The hash of the token with which it was admitted. Another one may be stored by the time its connection is open. */
  readonly tokenHash: string
  connected(): Promise<void>
  disconnected(): Promise<void>
  /**
   * Charges a message to its share, and resolves with the outcome: `stored` once what is of use in the payload is on disk,
   * else the reason why it is not.
   */
  publish(topic: string, payload: Buffer): Promise<Published>
  /** Returns whether it may subscribe to the filter. */
  maySubscribe(filter: string): boolean
  /** Returns the retained messages that match the filter. */
  retained(filter: string): Promise<ReadonlyArray<{ topic: string; payload: string }>>
  /** Returns true while there is no room for its readings; its sockets are not read then. */
  isSaturated(): boolean
  /** Resolves when there is room for its readings again. */
  drained(): Promise<void>
  /** Milliseconds for which it has to wait until its next message. */
  shareWaitMs(): number
}

/** What the listener needs from the rest of the server. */
export interface DeviceHandler {
  /** Returns the client to which one of the credentials belongs; undefined when none is valid. */
  admit(credentials: readonly string[]): Promise<AdmittedClient | undefined>
  /** Logs that a client in that network was refused. Not called for every one of very many. */
  denied(network: string): void
}

export interface ListenerLimits {
  readonly connections: number
  readonly connectionsPerDevice: number
  /** Connections of one network that ended before a CONNECT was admitted; beyond them few may be unfinished at once. */
  readonly failedPerMinute: number
  readonly unfinishedOfFailing: number
  /** Connections of one client, and those that take over another one's client id; beyond them a CONNACK waits. */
  readonly connectsPerMinute: number
  readonly takeoversPerMinute: number
  readonly delayMs: number
  /** Attempts with a wrong token from one network; beyond them it is refused as busy. Valid tokens are always admitted. */
  readonly refusedPerMinute: number
  readonly beforeConnectBytes: number
  /** How long a TLS handshake, and then the CONNECT, may take in all, and how long it may be silent meanwhile. */
  readonly beforeConnectMs: number
  readonly beforeConnectSilentMs: number
  /** How long a connection is silent before TCP probes the other end. */
  readonly tcpKeepAliveMs: number
  readonly packetBytes: number
  /** Unacknowledged publishes of one connection, those of QoS 2 that are not released included. */
  readonly inFlight: number
  /** Bytes of unacknowledged publishes of one connection, from which on it is not read. */
  readonly inFlightBytes: number
  /**
   * Bytes that may wait for a board that does not read; beyond them its connection ends. Far below them, it is no
   * longer read.
   */
  readonly unreadBytes: number
  /** How long a board may not read before its connection ends. */
  readonly unreadMs: number
  /** Rate limit of PINGREQ, SUBSCRIBE and UNSUBSCRIBE: at once, and per second from then on. */
  readonly control: { readonly burst: number; readonly perSecond: number }
  /** Different topics in one SUBSCRIBE. */
  readonly filters: number
  /** Subscriptions of one connection. */
  readonly subscriptions: number
}

export const LIMITS: ListenerLimits = {
  connections: 20_000,
  connectionsPerDevice: 4,
  failedPerMinute: 600,
  unfinishedOfFailing: 200,
  connectsPerMinute: 600,
  takeoversPerMinute: 3,
  delayMs: 5000,
  refusedPerMinute: 60,
  beforeConnectBytes: 8 * 1024,
  beforeConnectMs: 15_000,
  beforeConnectSilentMs: 5000,
  tcpKeepAliveMs: 60_000,
  packetBytes: 64 * 1024,
  inFlight: 1000,
  inFlightBytes: 1024 * 1024,
  unreadBytes: 1024 * 1024,
  unreadMs: 60_000,
  control: { burst: 100, perSecond: 10 },
  filters: 10,
  subscriptions: 100,
}
