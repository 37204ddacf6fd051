import type { Connection } from './connection.ts'

/** What a connection tells the listener. */
export interface ConnectionEvents {
  /** Whether these credentials are worth looking up: not when they were refused just now, and much besides. */
  mayTry(credentials: readonly string[]): boolean
  /** Returns whether so much was refused that it should come later. */
  refused(credentials: readonly string[]): boolean
  admitted(connection: Connection): void
  ended(connection: Connection): void
}
