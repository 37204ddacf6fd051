const RECONNECT_BASE_MS = 1000
const RECONNECT_CAP_MS = 30_000
export const RECONNECT_ATTEMPTS = 5

/** Returns the wait before attempt 1, 2, …: 1 s, doubling up to 30 s, minus up to half. `random` is from 0 to 1. */
export function backoff(attempt: number, random: number): number {
  const full = Math.min(RECONNECT_BASE_MS * 2 ** (attempt - 1), RECONNECT_CAP_MS)
  return Math.round(full * (1 - random / 2))
}
