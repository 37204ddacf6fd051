import type { Db } from '../../../platform/db/schema.ts'
import { queueRepetition } from './queue-messages.ts'
import { claimRepetition, listToRepeat } from './notified-store.ts'

/** Episodes in one query; the rest in the next run. */
const PAGE = 200

interface Options {
  readonly newId: () => string
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * Queues messages about open episodes; a claim by the last instant keeps two processes from queueing one. Returns
 * their number.
 */
export async function repeatOpen(db: Db, options: Options): Promise<number> {
  const now = options.now()
  let queued = 0
  for (const episode of await listToRepeat(db, now, PAGE)) {
    await db.transaction().execute(async (tx) => {
      if (!(await claimRepetition(tx, episode, now))) return
      await queueRepetition(tx, episode, episode.channelIds, options)
      queued++
    })
  }
  return queued
}
