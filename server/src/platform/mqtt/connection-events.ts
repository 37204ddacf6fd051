import type { Connection } from './connection.ts'

/** Callbacks of a connection to the listener. */
export interface ConnectionEvents {
  /** Whether these credentials may be looked up: not after they were refused and the network had too many refusals. */
  mayTry(credentials: readonly string[]): boolean
  /** Counts a refusal. Returns whether the network has had too many and should come later. */
  refused(credentials: readonly string[]): boolean
  admitted(connection: Connection): void
  ended(connection: Connection): void
}
