import type { Settings, Severity } from '@greenhouse/contract'
import type { Tx } from '../../../platform/db/schema.ts'
import type { EpisodeChange } from './episode.ts'

/** A message to a person that is no episode. */
export interface Reminder {
  readonly userId: string
  readonly title: string
  readonly text: string
}

/** A message to the members of a household about what a place needs, in the words and units of each. */
export interface AdviceMessage {
  readonly householdId: string
  readonly severity: Severity
  readonly wordsFor: (settings: Settings) => { readonly title: string; readonly text: string }
}

/** Messages that are written in the transaction that causes them, and sent after the commit. */
export interface NotificationQueue {
  queue(tx: Tx, changes: readonly EpisodeChange[]): Promise<void>
  queueReminder(tx: Tx, reminder: Reminder): Promise<void>
  queueAdvice(tx: Tx, advice: AdviceMessage): Promise<void>
  /** Sends what is committed. Without it the outbox is read a few times a minute. */
  wake(): void
}
