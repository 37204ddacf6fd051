import type { Db, Tx } from '../db/schema.ts'
import type { Log } from '../log.ts'
import { ProblemError } from '../problem.ts'
import { pauseInWords, type RateLimit } from './rate-limit-rule.ts'
import { countAttempts, countBelow, deleteAttempts, takeBackAttempts } from './rate-limit-store.ts'

interface Needs {
  readonly db: Db
  readonly log: Log
  readonly now: () => number
}

/**
 * Counts before the attempt is made, so that neither a crash nor a race gives a free one, and in the database, across
 * restarts and processes.
 * @throws ProblemError 429 with the time to wait, without counting, once a limit is reached
 */
export async function consume({ db, log, now }: Needs, address: string, limits: readonly RateLimit[]): Promise<void> {
  const wait = await countAttempts(db, limits, now())
  if (wait === 0) return
  log.warn({ event: 'sign-in.throttled', limit: limits.map(({ key }) => key.split(':')[0]).join(' '), address })
  throw new ProblemError(429, 'sign-in.throttled', `Too many attempts. Try again in ${pauseInWords(wait)}.`, {
    retryAfterSeconds: Math.ceil(wait / 1000),
  })
}

/** Counts under each key within the caller's transaction. Returns false at the first reached limit. */
export async function admits(tx: Tx, limits: readonly RateLimit[], now: number): Promise<boolean> {
  for (const limit of limits) if (!(await countBelow(tx, limit, now))) return false
  return true
}

/** Takes back one successful attempt. Attempts of others under the same keys still count. */
export async function giveBack({ db }: Pick<Needs, 'db'>, limits: readonly RateLimit[]): Promise<void> {
  if (limits.length > 0) await db.transaction().execute((tx) => takeBackAttempts(tx, limits))
}

export async function reset({ db }: Pick<Needs, 'db'>, limits: readonly RateLimit[]): Promise<void> {
  await deleteAttempts(db, limits)
}
