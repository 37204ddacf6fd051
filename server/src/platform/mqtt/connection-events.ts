import type { Connection } from './connection.ts'

/** Callbacks of a connection to the listener. */
export interface ConnectionEvents {
  /**
   * Returns whether these credentials may be verified: not when they were refused before and the network has had too
   * many refusals.
   */
  mayTry(credentials: readonly string[]): boolean
  /** Counts a refusal. Returns whether the network has had too many, so that the client should retry later. */
  refused(credentials: readonly string[]): boolean
  admitted(connection: Connection): void
  ended(connection: Connection): void
}
