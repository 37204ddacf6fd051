import type { Connection } from './connection.ts'
import type { AdmittedClient } from './device-handler.ts'

/** Callbacks of a connection to the listener. */
export interface ConnectionEvents {
  /**
   * Returns whether these credentials may be verified: not when they were refused before and the network has had too
   * many refusals.
   */
  mayTry(credentials: readonly string[]): boolean
  /** Counts a refusal. Returns whether the network has had too many, so that the client should retry later. */
  refused(credentials: readonly string[]): boolean
  /** Milliseconds for which the CONNACK of a client has to wait. */
  delayOf(client: AdmittedClient, clientId: string): number
  admitted(connection: Connection): void
  ended(connection: Connection): void
}
