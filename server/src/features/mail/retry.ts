const FIRST_MS = 60_000
const LONGEST_MS = 6 * 3_600_000
/** With the pauses below the last attempt is made three days after the first. */
export const ATTEMPTS_MAX = 21
const JITTER = 0.2
/** A mail that is due even later was postponed while the clock was ahead. */
export const PUT_OFF_MAX_MS = LONGEST_MS * (1 + JITTER)

/** Returns milliseconds: a minute, doubling up to six hours. The jitter spreads mails that failed together. */
export function retryAfter(attempts: number, chance = Math.random()): number {
  const pause = Math.min(FIRST_MS * 2 ** (attempts - 1), LONGEST_MS)
  return Math.round(pause * (1 - JITTER + 2 * JITTER * chance))
}
