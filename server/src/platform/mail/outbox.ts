import type { Tx } from '../db/schema.ts'

/** A mail as a feature writes it. */
export interface OutgoingMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The link that unsubscribes by one click, for mail to a list. */
  readonly unsubscribeUrl?: string
  /** When it is no longer worth sending, milliseconds since 1970: a link in it has expired by then. */
  readonly expiresAt?: number
}

/** Mail that is queued in the transaction that caused it, and sent after the commit. */
export interface Outbox {
  enqueue(tx: Tx, mail: OutgoingMail): Promise<void>
  /** Sends committed mails now; without it the queue is read twice a minute. */
  wake(): void
  /** Returns the absolute URL of a page of this server, for a link in a mail. */
  addressOf(path: string): string
}
