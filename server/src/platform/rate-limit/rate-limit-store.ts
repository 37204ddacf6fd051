import type { Db, Tx } from '../db/schema.ts'
import { keptMs, waitOf, type RateLimit } from './rate-limit-rule.ts'

const KEYS_MAX = 100_000
const FULL_WAIT_MS = 60_000

/**
 * Returns the milliseconds to wait, without counting, once a limit is reached. Counts before it judges: the row stays
 * locked, so that concurrent attempts see each other.
 */
export async function countAttempts(db: Db, limits: readonly RateLimit[], now: number): Promise<number> {
  try {
    await db.transaction().execute((tx) => countAll(tx, limits, now))
    return 0
  } catch (error) {
    if (error instanceof MustWait) return error.milliseconds
    throw error
  }
}

class MustWait extends Error {
  readonly milliseconds: number

  constructor(milliseconds: number) {
    super('must wait')
    this.milliseconds = milliseconds
  }
}

async function countAll(tx: Tx, limits: readonly RateLimit[], now: number): Promise<void> {
  await tx.deleteFrom('sign_in_attempt').where('forgotten_at', '<=', now).execute()
  let wait = 0
  // In a fixed order, to avoid deadlocks between attempts.
  for (const limit of limits.toSorted((one, other) => (one.key < other.key ? -1 : 1))) {
    const row = await tx
      .insertInto('sign_in_attempt')
      .values({ key: limit.key, failures: 1, last_at: now, forgotten_at: now + keptMs(limit) })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((set) => ({ failures: set('sign_in_attempt.failures', '+', 1) })),
      )
      .returningAll()
      .executeTakeFirstOrThrow()
    const before = { failures: row.failures - 1, lastAt: row.last_at, forgottenAt: row.forgotten_at }
    wait = Math.max(wait, waitOf(limit, before, now))
    if (before.failures === 0 && limit.owned !== true && (await isFull(tx))) wait = Math.max(wait, FULL_WAIT_MS)
  }
  if (wait > 0) throw new MustWait(wait)
  const paused = limits.filter(({ windowMs }) => windowMs === undefined).map(({ key }) => key)
  if (paused.length === 0) return
  await tx
    .updateTable('sign_in_attempt')
    .set({ last_at: now, forgotten_at: now + keptMs({ key: '', free: 0 }) })
    .where('key', 'in', paused)
    .execute()
}

/** Returns false, without counting, once the limit of the window is reached. */
export async function countBelow(tx: Tx, limit: RateLimit, now: number): Promise<boolean> {
  const { key, free } = limit
  const endsAt = now + keptMs(limit)
  await tx
    .deleteFrom('sign_in_attempt')
    .where('key', '=', key)
    // An end beyond the window was stored while the clock was ahead.
    .where((where) => where.or([where('forgotten_at', '<=', now), where('forgotten_at', '>', endsAt)]))
    .execute()
  const counted = await tx
    .insertInto('sign_in_attempt')
    .values({ key, failures: 1, last_at: now, forgotten_at: endsAt })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((set) => ({ failures: set('sign_in_attempt.failures', '+', 1) }))
        .where('sign_in_attempt.failures', '<', free),
    )
    .returning('key')
    .executeTakeFirst()
  return counted !== undefined
}

async function isFull(tx: Tx): Promise<boolean> {
  const { count } = await tx
    .selectFrom('sign_in_attempt')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count) > KEYS_MAX
}

export async function takeBackAttempts(tx: Tx, limits: readonly RateLimit[]): Promise<void> {
  const keys = limits.map(({ key }) => key)
  await tx.deleteFrom('sign_in_attempt').where('key', 'in', keys).where('failures', '<=', 1).execute()
  await tx
    .updateTable('sign_in_attempt')
    .set(({ eb }) => ({ failures: eb('failures', '-', 1) }))
    .where('key', 'in', keys)
    .execute()
}

export async function deleteAttempts(db: Db, limits: readonly RateLimit[]): Promise<void> {
  const keys = limits.map(({ key }) => key)
  await db.deleteFrom('sign_in_attempt').where('key', 'in', keys).execute()
}
