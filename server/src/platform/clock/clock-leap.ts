const DAY = 86_400_000
/** An operator notices a machine that was off for this long; a wrong clock leaps further. */
const LEAP_MS = 30 * DAY
/** Time for an operator to notice a wrong clock; then it is trusted. */
const BELIEVED_AFTER_MS = 7 * DAY

export interface LeapWatch {
  /** Returns whether the clock has run evenly, or leapt long ago. Call it every minute. */
  isSteady(): boolean
}

/**
 * With a clock that leaps ahead everything seems old at once, and would be deleted for good. `seenBefore`: newest time
 * of an earlier process, 0 for none; `monotonic`: milliseconds that only go forward.
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
