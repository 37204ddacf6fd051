const FIRST_MS = 60_000
const LONGEST_MS = 6 * 3_600_000
/** With the pauses below the last attempt comes three days after the first. */
export const ATTEMPTS_MAX = 21
const JITTER = 0.2
/** No mail is put off for longer. One that seems to be was written while the clock was ahead. */
export const PUT_OFF_MAX_MS = LONGEST_MS * (1 + JITTER)

/**
 * How long after the `attempts`th failed attempt the next one comes, in milliseconds: a minute, doubling to six hours.
 * A fifth more or less by chance, so that mails which failed together do not all come back together.
 *
 * @param chance from 0 to 1
 */
export function retryAfter(attempts: number, chance = Math.random()): number {
  const pause = Math.min(FIRST_MS * 2 ** (attempts - 1), LONGEST_MS)
  return Math.round(pause * (1 - JITTER + 2 * JITTER * chance))
}
