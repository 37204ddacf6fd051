import type { ClientError } from '@greenhouse/contract'
import { formatTime } from './format.ts'

/** A failed call in a sentence that says what to do. `now` in milliseconds. */
export function sayFailure({ status, message, retryAfterSeconds }: ClientError, now = Date.now()): string {
  if (status === 0) return 'The server can’t be reached. Check the connection and try again.'
  if (status !== 429 && status !== 503) return message
  const first = status === 429 ? 'Too many attempts.' : 'The server is busy.'
  if (retryAfterSeconds === undefined) return `${first} Try again in a moment.`
  // A time of day alone would be taken for today's.
  if (retryAfterSeconds > 12 * 3600) return `${first} Try again in ${Math.ceil(retryAfterSeconds / 3600)} hours.`
  if (retryAfterSeconds > 90) return `${first} Try again at ${formatTime(now + retryAfterSeconds * 1000)}.`
  return `${first} Try again in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}.`
}
