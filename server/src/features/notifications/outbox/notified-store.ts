import type { Severity } from '@greenhouse/contract'
import type { Db, Tx } from '../../../platform/db/schema.ts'

export interface NotifiedEpisode {
  readonly episodeId: string
  readonly householdId: string
  readonly severity: Severity
  /** Milliseconds since 1970; null when nothing was sent. */
  readonly notifiedAt: number | null
  readonly channelIds: readonly string[]
  readonly everyMs: number
}

/** Returns episodes that are open for another interval of their rule, and that nobody has acknowledged or muted. */
export async function listToRepeat(db: Db, now: number, most: number): Promise<NotifiedEpisode[]> {
  const rows = await db
    .selectFrom('episode')
    .innerJoin('rule', 'rule.id', 'episode.rule_id')
    .select(['episode.id', 'episode.household_id', 'episode.severity', 'episode.told_at', 'rule.channel_ids'])
    .select('rule.repeat_minutes')
    .where('episode.closed_at', 'is', null)
    .where('episode.acknowledged_at', 'is', null)
    .where('rule.repeat_minutes', 'is not', null)
    .where((where) =>
      where.and([
        where(
          where.fn.coalesce('episode.told_at', 'episode.known_at'),
          '<=',
          where(where.val(now), '-', where('rule.repeat_minutes', '*', 60_000)),
        ),
        where.or([where('episode.muted_until', 'is', null), where('episode.muted_until', '<=', now)]),
        where.or([where('rule.muted_until', 'is', null), where('rule.muted_until', '<=', now)]),
      ]),
    )
    .orderBy('episode.known_at')
    .limit(most)
    .execute()
  return rows.map((row) => ({
    episodeId: row.id,
    householdId: row.household_id,
    severity: row.severity,
    notifiedAt: row.told_at,
    channelIds: JSON.parse(row.channel_ids) as string[],
    everyMs: (row.repeat_minutes ?? 0) * 60_000,
  }))
}

/** Records a repeated notification; false when another process did, or when the episode is closed or acknowledged. */
export async function claimRepetition(
  tx: Tx,
  { episodeId, notifiedAt }: Pick<NotifiedEpisode, 'episodeId' | 'notifiedAt'>,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('episode')
    .set({ told_at: now })
    .where('id', '=', episodeId)
    .where('told_at', 'is not distinct from', notifiedAt)
    .where('closed_at', 'is', null)
    .where('acknowledged_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Notes since when the repetition of messages about episodes counts. */
export async function noteNotified(tx: Tx, episodeIds: readonly string[], at: number): Promise<void> {
  if (episodeIds.length === 0) return
  await tx.updateTable('episode').set({ told_at: at }).where('id', 'in', episodeIds).execute()
}
