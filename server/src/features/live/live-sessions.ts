import { listLivingSessions } from '../users/session-store.ts'
import type { Context } from '../../platform/context.ts'

const CHECKED_EVERY_MS = 30_000
/** So many in one question to the store; the rest right after. */
const BATCH = 500

export interface LiveSessions {
  /** Closes every socket whose session is gone or past its end. */
  sweep(): Promise<void>
  /** Sweeps every 30 s. */
  start(): void
  close(): Promise<void>
}

/**
 * An open connection asks for nothing, so nobody notices when its session ends by age or by another process. This does:
 * what is heard live ends with the session, within half a minute.
 */
export function openLiveSessions({ db, log, now, sockets }: Context): LiveSessions {
  let running: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setInterval> | undefined

  function sweep(): Promise<void> {
    running = running.then(sweepAll).catch((error: unknown) => {
      log.error({ event: 'live.sessions-not-checked', err: error })
    })
    return running
  }

  async function sweepAll(): Promise<void> {
    const owners = sockets.owners()
    for (let start = 0; start < owners.length; start += BATCH) {
      const some = owners.slice(start, start + BATCH)
      const sessionIds = [...new Set(some.map(({ sessionId }) => sessionId))]
      const living = await listLivingSessions(db, sessionIds, now())
      for (const { userId, sessionId } of some) if (!living.has(sessionId)) sockets.endSession(userId, sessionId)
    }
  }

  return {
    sweep,
    start() {
      timer = setInterval(() => void sweep(), CHECKED_EVERY_MS).unref()
    },
    async close() {
      clearInterval(timer)
      await running
    },
  }
}
