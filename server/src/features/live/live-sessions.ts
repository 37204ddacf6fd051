import { listMemberships } from '../households/membership-store.ts'
import { listLivingSessions } from '../users/session-store.ts'
import type { Context } from '../../platform/context.ts'
import { openPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'

const CHECKED_EVERY_MS = 30_000
/** In a cluster the message that ends a session may be lost; it ends within 5 s in any case. */
const CHECKED_AMONG_OTHERS_MS = 3000
const BATCH = 500

/**
 * Closes the sockets of ended and expired sessions within half a minute: an open connection sends no requests. After a
 * gap in messages of other processes everything is checked.
 */
export function openLiveSessions(
  { bus, db, log, now, sockets }: Context,
  /** Whether messages of other processes may have been missed. */
  mayMissMessages: boolean,
): PeriodicJob {
  /** The households of each person with a socket here, at the last check. */
  let memberships: ReadonlyMap<string, string> = new Map()

  async function closeEnded(): Promise<void> {
    const owners = sockets.owners()
    for (let start = 0; start < owners.length; start += BATCH) {
      const some = owners.slice(start, start + BATCH)
      const sessionIds = [...new Set(some.map(({ sessionId }) => sessionId))]
      const living = await listLivingSessions(db, sessionIds, now())
      for (const { userId, sessionId } of some) if (!living.has(sessionId)) sockets.endSession(userId, sessionId)
    }
    await reconnectChanged([...new Set(owners.map(({ userId }) => userId))])
  }

  /** Closes the sockets of people whose households have changed: a message about it may have been lost. */
  async function reconnectChanged(userIds: readonly string[]): Promise<void> {
    const current = await listMemberships(db, userIds)
    for (const [userId, households] of current)
      if ((memberships.get(userId) ?? households) !== households) sockets.reconnectUser(userId)
    memberships = current
  }

  const job = openPeriodicJob(closeEnded, {
    everyMs: mayMissMessages ? CHECKED_AMONG_OTHERS_MS : CHECKED_EVERY_MS,
    onError: (error) => log.warn({ event: 'live.sessions-not-checked', err: error }),
  })
  bus.onGap(() => void job.runNow())
  return job
}
