const RECONNECT_BASE_MS = 1000
const RECONNECT_CAP_MS = 30_000
export const RECONNECT_ATTEMPTS = 5

/**
 * How long to wait before attempt 1, 2, …: 1 s, doubling, at most 30 s. A random part of up to half is taken off, so
 * that a thousand browsers don't come back in the same instant.
 *
 * @param random from 0 to 1
 */
export function backoff(attempt: number, random: number): number {
  const full = Math.min(RECONNECT_BASE_MS * 2 ** (attempt - 1), RECONNECT_CAP_MS)
  return Math.round(full * (1 - random / 2))
}
