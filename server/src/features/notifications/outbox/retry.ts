const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** Pauses after the first failures. Later ones are an hour long. */
const PAUSES = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE]
/** How long a message is tried, counted from when it was made. One that was due later, after quiet hours, has all short pauses. */
const TRIED_FOR_MS = 24 * HOUR
const JITTER = 0.1
/** A failed channel is not retried sooner, even for new messages. */
export const RESTED_MS = 30 * SECOND

/**
 * Returns when to retry a message, in milliseconds since 1970; null after a day.
 * @param asked seconds that the other side asks for
 * @param chance 0 to 1, spreads simultaneous retries
 */
export function nextTry(
  { attempts, createdAt }: { readonly attempts: number; readonly createdAt: number },
  now: number,
  { asked = 0, chance = Math.random() }: { readonly asked?: number; readonly chance?: number } = {},
): number | null {
  if (now - createdAt >= TRIED_FOR_MS && attempts > PAUSES.length) return null
  const pause = (PAUSES[attempts - 1] ?? HOUR) * (1 + JITTER * chance)
  // PostgreSQL takes whole milliseconds only.
  return now + Math.round(Math.max(pause, Math.min(asked * SECOND, TRIED_FOR_MS)))
}
