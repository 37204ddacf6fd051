import { ClientError } from '@greenhouse/contract'
import { formatTime } from './format.ts'

export function isUnreachable(error: unknown): boolean {
  return error instanceof ClientError && error.status === 0
}

/** Rejections whose own message names the cause; others are about attempts or a busy server. */
const NAMED = new Set([
  'download.busy',
  'live.too-many',
  'network.not-stored',
  'session.too-many-writes',
  'weather.away',
  'weather.too-many',
])

/** Returns an error message that says how to recover. `now` in milliseconds. */
export function failureMessage(error: unknown, now = Date.now()): string {
  if (!(error instanceof ClientError)) return 'Something went wrong'
  const { status, code, message, retryAfterSeconds } = error
  if (status === 0) return 'The server can’t be reached. Check the connection and try again.'
  if ((status !== 429 && status !== 503) || NAMED.has(code)) return message
  const first = status === 429 ? 'Too many attempts.' : 'The server is busy.'
  if (retryAfterSeconds === undefined) return `${first} Try again in a moment.`
  // A bare time of day would be read as today's.
  if (retryAfterSeconds > 12 * 3600) return `${first} Try again in ${Math.ceil(retryAfterSeconds / 3600)} hours.`
  if (retryAfterSeconds > 90) return `${first} Try again at ${formatTime(now + retryAfterSeconds * 1000)}.`
  return `${first} Try again in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}.`
}
