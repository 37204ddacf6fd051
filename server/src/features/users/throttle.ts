const FREE_ATTEMPTS = 5
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 15 * 60_000
/** After this long without a failure everything is forgotten. */
export const FORGOTTEN_AFTER_MS = 60 * 60_000

/**
 * How long after the last failure the next attempt may come, in milliseconds. Five are free, then the pause doubles
 * from 2 s to at most 15 min: slower and slower, never shut for good.
 */
export function pauseAfter(failures: number): number {
  if (failures < FREE_ATTEMPTS) return 0
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - FREE_ATTEMPTS), LONGEST_PAUSE_MS)
}

/** Words for a pause: `30 seconds`, `4 minutes`. */
export function pauseInWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
