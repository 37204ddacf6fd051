/** Decides the reason code. `unavailable` is temporary and not acknowledged; all others are final. */
export type Published = 'stored' | 'malformed' | 'denied' | 'overQuota' | 'unavailable'

/** A device, or a hub that sends for many boards. The listener knows MQTT; the client knows devices and readings. */
export interface AdmittedClient {
  readonly id: string
  readonly ownerId: string
  /** Hash of the token that was admitted; a new one may be stored by the time the connection is open. */
  readonly tokenHash: string
  connected(): Promise<void>
  disconnected(): Promise<void>
  /** Charges the client's share. Resolves with `stored` once the data is on disk, otherwise with the reason. */
  publish(topic: string, payload: Buffer): Promise<Published>
  maySubscribe(filter: string): boolean
  retained(filter: string): Promise<ReadonlyArray<{ topic: string; payload: string }>>
  /** True while there is no room for its readings; its sockets are then not read. */
  isSaturated(): boolean
  drained(): Promise<void>
  /** Milliseconds until its next message is allowed. */
  shareWaitMs(): number
}

export interface DeviceHandler {
  admit(credentials: readonly string[]): Promise<AdmittedClient | undefined>
  /** Notes that a client in that network was refused; sampled when there are many. The client id may name its device. */
  denied(network: string, clientId: string): void
}

export interface ListenerLimits {
  readonly connections: number
  readonly connectionsPerDevice: number
  /** Failed connections of one network before a CONNECT; beyond them few may be unfinished at once. */
  readonly failedPerMinute: number
  readonly unfinishedOfFailing: number
  /** Connections of one client, and those that take over its client id; beyond them the CONNACK is delayed. */
  readonly connectsPerMinute: number
  readonly takeoversPerMinute: number
  readonly delayMs: number
  /** Wrong tokens from one network; beyond them further ones are refused as busy. Valid tokens are always admitted. */
  readonly refusedPerMinute: number
  readonly beforeConnectBytes: number
  /** Total time for a TLS handshake, and then for the CONNECT; also the longest silence meanwhile. */
  readonly beforeConnectMs: number
  readonly beforeConnectSilentMs: number
  readonly tcpKeepAliveMs: number
  readonly packetBytes: number
  readonly inFlight: number
  readonly inFlightBytes: number
  /** Bytes waiting for a board that does not read; beyond them its connection ends. */
  readonly unreadBytes: number
  readonly unreadMs: number
  readonly control: { readonly burst: number; readonly perSecond: number }
  readonly filters: number
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
