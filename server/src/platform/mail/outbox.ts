import type { Tx } from '../db/schema.ts'

export interface OutgoingMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly unsubscribeUrl?: string
  /** When it is no longer worth sending, such as after the expiry of its link; milliseconds since 1970. */
  readonly expiresAt?: number
}

/** Mail is queued in the transaction that caused it, and sent after the commit. */
export interface Outbox {
  enqueue(tx: Tx, mail: OutgoingMail): Promise<void>
  /** Sends committed mails now; otherwise the queue is read twice a minute. */
  wake(): void
  addressOf(path: string): string
}
