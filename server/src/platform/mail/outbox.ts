import type { Tx } from '../db/schema.ts'

/** A letter as a feature writes it. */
export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Where one click ends it, for mail to a list. */
  readonly unsubscribeUrl?: string
  /** When it is no longer worth sending, milliseconds since 1970: a link in it is dead by then. */
  readonly expiresAt?: number
}

/** Mail that is queued in the transaction that caused it, and sent after the commit. */
export interface Outbox {
  enqueue(tx: Tx, letter: Letter): Promise<void>
  /** Sends now what was committed; without it the queue is looked at twice a minute. */
  wake(): void
  /** The whole address of one of our pages, for a link in a letter. */
  addressOf(path: string): string
}
