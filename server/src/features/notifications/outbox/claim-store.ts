import type { ExpressionBuilder, RawBuilder } from 'kysely'
import { databaseNow } from '../../../platform/db/database-clock.ts'
import type { Db, Schema } from '../../../platform/db/schema.ts'

/** How long a claim lasts unless it is renewed: after a kill the message is sent again this much later. */
export const CLAIM_MS = 4000
const RENEW_EVERY_MS = 1000

/** A process that sends messages. While it has claimed one, no other process sends it. */
export interface Claimer {
  readonly holder: string
  /** The time by which claims end, in milliseconds since 1970: the clocks of processes differ. */
  readonly clock: RawBuilder<number>
  readonly renewEveryMs: number
}

export function openClaimer(db: Db, holder: string): Claimer {
  return { holder, clock: databaseNow(db), renewEveryMs: RENEW_EVERY_MS }
}

export function claimBy(eb: ExpressionBuilder<Schema, 'notification'>, { holder, clock }: Claimer) {
  return { claimed_by: holder, claimed_until: eb(clock, '+', CLAIM_MS) }
}

export const UNCLAIMED = { claimed_by: null, claimed_until: null } as const

/** Whether a message has a claim. One that seems to last longer was made before the clock was set back. */
function isClaimed(eb: ExpressionBuilder<Schema, 'notification'>, { clock }: Claimer) {
  return eb.and([eb('claimed_until', '>', clock), eb('claimed_until', '<=', eb(clock, '+', CLAIM_MS))])
}

export function isFree(eb: ExpressionBuilder<Schema, 'notification'>, claimer: Claimer) {
  return eb.or([eb('claimed_until', 'is', null), eb.not(isClaimed(eb, claimer))])
}

export interface Underway {
  readonly channelId: string
  readonly userId: string
  readonly endsInMs: number
}

export async function listUnderway(db: Db, claimer: Claimer, userId?: string): Promise<Underway[]> {
  const rows = await db
    .selectFrom('notification')
    .select(['channel_id', 'user_id'])
    .select((eb) => eb('claimed_until', '-', claimer.clock).as('ends_in'))
    .where((eb) => isClaimed(eb, claimer))
    .where('state', '=', 'waiting')
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .execute()
  return rows.map((row) => ({
    channelId: row.channel_id,
    userId: row.user_id,
    endsInMs: Number(row.ends_in),
  }))
}

/** Prolongs the claim of a message; without effect once another process has it. */
export async function renewClaim(db: Db, claimer: Claimer, notificationId: string): Promise<void> {
  await db
    .updateTable('notification')
    .set((eb) => claimBy(eb, claimer))
    .where('id', '=', notificationId)
    .where('claimed_by', '=', claimer.holder)
    .execute()
}
