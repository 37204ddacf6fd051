import type { DeviceRef } from '../device-ref.ts'

/** The outcome of a publish, which decides the reason code of the acknowledgement. */
export type Published = 'stored' | 'malformed' | 'denied' | 'unavailable'

/** What the listener needs from the rest of the server. The listener knows MQTT; the handler knows devices and readings. */
export interface DeviceHandler {
  /** Returns the device to which one of the credentials belongs; undefined when none is valid. */
  admit(credentials: readonly string[]): Promise<DeviceRef | undefined>
  /** Logs that a client in that network was refused. Not called for every one of very many. */
  denied(network: string): void
  /** Resolves with the outcome: `stored` once the payload is on disk, else the reason why it is not. */
  publish(device: DeviceRef, topic: string, payload: Buffer): Promise<Published>
  /** Returns whether the device may subscribe to the filter. */
  maySubscribe(device: DeviceRef, filter: string): boolean
  /** Returns the retained messages that match the filter. */
  retained(device: DeviceRef, filter: string): Promise<ReadonlyArray<{ topic: string; payload: string }>>
  connected(device: DeviceRef): Promise<void>
  disconnected(device: DeviceRef): Promise<void>
  /** Returns true while there is no room for readings of the device; its sockets are not read then. */
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
  /** Attempts with a wrong token from one network; beyond them it is refused as busy. Valid tokens are always admitted. */
  readonly refusedPerMinute: number
  readonly beforeConnectBytes: number
  readonly beforeConnectMs: number
  /** How long a connection is silent before TCP probes the other end. */
  readonly tcpKeepAliveMs: number
  readonly packetBytes: number
  /** Unacknowledged publishes of one connection. */
  readonly inFlight: number
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
