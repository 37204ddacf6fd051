import { toTimestamp } from '@greenhouse/contract'
import { ProblemError } from '../problem.ts'
import type { Log } from '../log.ts'

/** Clocks may be behind the greatest time seen by less than this. */
const BEHIND_MS = 60_000
/** A clock that stays behind for this long is right: it was ahead before. */
const BELIEVED_AFTER_MS = 10 * 60_000

export interface ClockWatch {
  /** Whether the clock shows a time that was over before: a machine that started without one, or one that was set back. */
  isBehind(): boolean
  /** The greatest time seen, milliseconds since 1970. */
  seen(): number
}

/**
 * Compares the clock with the greatest time it ever showed. While it is behind, nothing is decided by it that can't be
 * taken back: what only seems to be ahead is not refused, and nothing is stamped with a time that was over.
 *
 * @param seenBefore the greatest time of an earlier start; 0 when there was none
 * @param monotonic milliseconds that only go forward
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

/** The error for a reading that can't be dated now: it is not acknowledged, and the device sends it again. */
export function clockBehind(): ProblemError {
  return new ProblemError(
    503,
    'server.clock-behind',
    'The clock of this server is behind. Readings without a time of their own, or of a time to come, wait until it is right.',
    { retryAfterSeconds: 60 },
  )
}
