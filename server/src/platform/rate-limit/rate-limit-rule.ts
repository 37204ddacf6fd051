const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 15 * 60_000
const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/**
 * A limit of attempts under one key, which names the action and the actor.
 * - `free`: attempts allowed at once.
 * - `windowMs`: further attempts wait for the end of the window, which the first one opened. Without it each further
 * attempt waits for a pause that doubles from 2 s to at most 15 min; an hour without an attempt resets it.
 * - `owned`: the key names an account, and the caller is signed in, knows its password, or comes from a known place.
 * Strangers can invent all other keys, so beyond a limit no new ones are stored.
 */
export interface RateLimit {
  readonly key: string
  readonly free: number
  readonly windowMs?: number
  readonly owned?: boolean
}

export function strict(key: string): RateLimit {
  return { key, free: 5 }
}

export function shared(key: string, free: number): RateLimit {
  return { key, free }
}

export function daily(key: string, max: number): RateLimit {
  return { key, free: max, windowMs: DAY }
}

/** At most `max` in a window, for a signed-in person, across processes and restarts. */
export function ofPerson(key: string, max: number, windowMs: number): RateLimit {
  return { key, free: max, windowMs, owned: true }
}

/** Returns how long a key is kept: after its last attempt, or with a window after its first. */
export function keptMs({ windowMs }: RateLimit): number {
  return windowMs ?? HOUR
}

interface Counted {
  readonly failures: number
  readonly lastAt: number
  readonly forgottenAt: number
}

/** Returns the milliseconds until the next attempt, bounded by the limit even when the clock was set back. */
export function waitOf(limit: RateLimit, { failures, lastAt, forgottenAt }: Counted, now: number): number {
  if (failures < limit.free) return 0
  if (limit.windowMs !== undefined) return Math.min(Math.max(0, forgottenAt - now), limit.windowMs)
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (failures - limit.free), LONGEST_PAUSE_MS)
  return Math.min(Math.max(0, lastAt + pause - now), pause)
}

/** Returns a text such as `30 seconds`, `4 minutes`, `3 hours`. */
export function pauseInWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
