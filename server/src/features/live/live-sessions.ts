import { listLivingSessions } from '../users/session-store.ts'
import type { Context } from '../../platform/context.ts'
import { openPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'

const CHECKED_EVERY_MS = 30_000
/** Sessions in one query. */
const BATCH = 500

/**
 * Closes each socket whose session was ended or has expired. An open connection sends no requests, so nothing else
 * notices when its session ends by age or by another process: live messages end with the session, within half a minute.
 */
export function openLiveSessions({ db, log, now, sockets }: Context): PeriodicJob {
  async function closeEnded(): Promise<void> {
    const owners = sockets.owners()
    for (let start = 0; start < owners.length; start += BATCH) {
      const some = owners.slice(start, start + BATCH)
      const sessionIds = [...new Set(some.map(({ sessionId }) => sessionId))]
      const living = await listLivingSessions(db, sessionIds, now())
      for (const { userId, sessionId } of some) if (!living.has(sessionId)) sockets.endSession(userId, sessionId)
    }
  }

  return openPeriodicJob(closeEnded, {
    everyMs: CHECKED_EVERY_MS,
    onError: (error) => log.error({ event: 'live.sessions-not-checked', err: error }),
  })
}
