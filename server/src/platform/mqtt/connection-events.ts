import type { Connection } from './connection.ts'
import type { AdmittedClient } from './device-handler.ts'

export interface ConnectionEvents {
  /** Returns false for credentials that were refused before, once the network has had too many refusals. */
  mayTry(credentials: readonly string[]): boolean
  /** Counts a refusal. Returns whether the network has had too many, so that the client should retry later. */
  refused(credentials: readonly string[]): boolean
  delayOf(client: AdmittedClient, clientId: string): number
  admitted(connection: Connection): void
  ended(connection: Connection): void
}
