/** Times before this are those of a clock that was never set. */
const CLOCK_SET = Date.UTC(2000, 0, 1)
/** After the year 9999 nothing is a time. */
const LAST = Date.UTC(10_000, 0, 1)
const ZONED = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/i

/**
 * Returns an instant that a board sent as ISO 8601 text with its zone, in milliseconds since 1970. Undefined for anything
 * else: a time without a zone is one of a place that nobody knows, so that the time of arrival says more.
 */
export function zonedTime(sent: unknown): number | undefined {
  if (typeof sent !== 'string' || sent.length > 40 || !ZONED.test(sent)) return undefined
  return instant(Date.parse(sent.replace(' ', 'T')))
}

/** Returns an instant that a board sent in seconds since 1970, with or without a fraction, in milliseconds. */
export function secondsTime(sent: unknown): number | undefined {
  return typeof sent === 'number' ? instant(Math.round(sent * 1000)) : undefined
}

/** Returns an instant that a board sent in milliseconds since 1970. */
export function millisecondsTime(sent: unknown): number | undefined {
  return typeof sent === 'number' ? instant(Math.round(sent)) : undefined
}

/** Returns an instant that a board sent as text of which its maker says that it is in UTC: `2022-02-06 20:00:03`. */
export function utcTime(sent: unknown): number | undefined {
  return typeof sent === 'string' ? (zonedTime(`${sent}Z`) ?? zonedTime(sent)) : undefined
}

function instant(at: number): number | undefined {
  return at >= CLOCK_SET && at < LAST ? at : undefined
}
