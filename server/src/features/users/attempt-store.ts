import type { Tx } from '../../platform/db/schema.ts'
import { FORGOTTEN_AFTER_MS, pauseAfter } from './throttle.ts'

/**
 * Counts an attempt for each key before it is carried out, so that neither a crash nor a race gives a free one.
 * Answers how long to wait, in milliseconds, when one of the keys has to; then nothing is counted.
 */
export async function countAttempt(tx: Tx, keys: readonly string[], now: number): Promise<number> {
  await tx
    .deleteFrom('sign_in_attempt')
    .where('last_at', '<', now - FORGOTTEN_AFTER_MS)
    .execute()
  const known = await tx.selectFrom('sign_in_attempt').selectAll().where('key', 'in', keys).execute()
  const wait = Math.max(0, ...known.map(({ failures, last_at }) => last_at + pauseAfter(failures) - now))
  if (wait > 0) return wait
  for (const key of keys) {
    await tx
      .insertInto('sign_in_attempt')
      .values({ key, failures: 1, last_at: now })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet((set) => ({ failures: set('sign_in_attempt.failures', '+', 1), last_at: now })),
      )
      .execute()
  }
  return 0
}

/** Forgets what was counted: the attempt was a good one. */
export async function forgetAttempts(tx: Tx, keys: readonly string[]): Promise<void> {
  await tx.deleteFrom('sign_in_attempt').where('key', 'in', keys).execute()
}
