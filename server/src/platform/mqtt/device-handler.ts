import type { DeviceRef } from '../device-ref.ts'

/** What became of a publish. It decides the reason code of the acknowledgement. */
export type Published = 'stored' | 'malformed' | 'denied' | 'unavailable'

/** What the listener needs of the rest of the server: it knows MQTT, the handler knows devices and readings. */
export interface DeviceHandler {
  /** Returns the device to which one of the credentials belongs; undefined when none is good. */
  admit(credentials: readonly string[]): Promise<DeviceRef | undefined>
  /** Logs that somebody in that network was refused. Not called for each when they are very many. */
  denied(network: string): void
  /** Resolves when the payload is on disk, or with why it will never be. */
  publish(device: DeviceRef, topic: string, payload: Buffer): Promise<Published>
  /** Whether the device may subscribe to what the filter names. */
  maySubscribe(device: DeviceRef, filter: string): boolean
  /** The retained messages that the filter names. */
  retained(device: DeviceRef, filter: string): Promise<ReadonlyArray<{ topic: string; payload: string }>>
  connected(device: DeviceRef): Promise<void>
  disconnected(device: DeviceRef): Promise<void>
  /** True while there is no room for readings of the device: its sockets are not read then. */
  isSaturated(device: DeviceRef): boolean
  /** Resolves when there is room for readings of the device again. */
  drained(device: DeviceRef): Promise<void>
  /** Consumes one publish of the device's rate limit. Returns the milliseconds until the next is allowed. */
  consumeShare(device: DeviceRef): number
  shareWaitMs(device: DeviceRef): number
}

export interface ListenerLimits {
  readonly connections: number
  readonly connectionsPerDevice: number
  readonly connectsPerMinute: number
  /** Attempts with a wrong token in a network; beyond them it is refused as busy. Good tokens are always admitted. */
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
