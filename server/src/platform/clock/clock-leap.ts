const DAY = 86_400_000
/** An operator would notice sooner that a machine sleeps or is off; a wrong clock leaps further. */
const LEAP_MS = 30 * DAY
/** A clock that has leapt is trusted after this: time for an operator to notice it. */
const BELIEVED_AFTER_MS = 7 * DAY

export interface LeapWatch {
  /** Returns whether the clock has run evenly, or leapt ahead so long ago that it must be right. Call it every minute. */
  isSteady(): boolean
}

/**
 * Detects a clock that leaps ahead. With such a clock everything seems old at once, and what is deleted does not come back
 * when the clock is corrected.
 *
 * @param seenBefore the last time that an earlier process saw, milliseconds since 1970; 0 when there was none
 * @param monotonic milliseconds that only go forward
 */
export function watchLeaps(
  now: () => number,
  seenBefore: number,
  monotonic: () => number = () => performance.now(),
): LeapWatch {
  let last = { time: now(), elapsed: monotonic() }
  let leaptAt = seenBefore > 0 && last.time - seenBefore > LEAP_MS ? last.elapsed : undefined

  return {
    isSteady() {
      const [time, elapsed] = [now(), monotonic()]
      if (time - last.time - (elapsed - last.elapsed) > LEAP_MS) leaptAt = elapsed
      last = { time, elapsed }
      return leaptAt === undefined || elapsed - leaptAt >= BELIEVED_AFTER_MS
    },
  }
}
