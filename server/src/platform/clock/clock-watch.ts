import { toTimestamp } from '@greenhouse/contract'
import { ProblemError } from '../problem.ts'
import type { Log } from '../log.ts'

const BEHIND_MS = 60_000
/** A clock that stays behind for this long is trusted: it must have been ahead before. */
const BELIEVED_AFTER_MS = 10 * 60_000

export interface ClockWatch {
  /** Returns whether the clock is behind an earlier time: the machine started without a clock, or it was set back. */
  isBehind(): boolean
  seen(): number
}

/**
 * While the clock is behind the greatest time it ever showed, nothing irreversible is decided by it: readings that seem
 * to be in the future are not refused for good, and none is dated. Parameters as in `watchLeaps`.
 */
export function openClockWatch(
  { log, now }: { log: Log; now: () => number },
  seenBefore: number,
  monotonic: () => number = () => performance.now(),
): ClockWatch {
  let greatest = seenBefore
  let behindSince: number | undefined

  function isBehind(): boolean {
    const time = now()
    if (time < greatest - BEHIND_MS) {
      if (behindSince === undefined) {
        behindSince = monotonic()
        log.warn({ event: 'clock.behind', seen: toTimestamp(greatest) })
      }
      if (monotonic() - behindSince < BELIEVED_AFTER_MS) return true
      log.warn({ event: 'clock.believed', seen: toTimestamp(greatest) })
      greatest = time
    }
    greatest = Math.max(greatest, time)
    behindSince = undefined
    return false
  }

  return { isBehind, seen: () => greatest }
}

/** Returns the error for a reading that can't be dated now; the device sends it again. */
export function clockBehind(): ProblemError {
  return new ProblemError(
    503,
    'server.clock-behind',
    'The clock of this server is behind. Readings without a time of their own, or of a time to come, wait until it is right.',
    { retryAfterSeconds: 60 },
  )
}
