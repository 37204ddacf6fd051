/** Earlier times are of a clock that was never set. */
const CLOCK_SET = Date.UTC(2000, 0, 1)
const LAST = Date.UTC(10_000, 0, 1)
const ZONED = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/i

/** Returns milliseconds since 1970; undefined without a zone: the time of arrival is better. */
export function zonedTime(sent: unknown): number | undefined {
  if (typeof sent !== 'string' || sent.length > 40 || !ZONED.test(sent)) return undefined
  return instant(Date.parse(sent.replace(' ', 'T')))
}

/** Converts seconds since 1970, maybe with a fraction, to milliseconds. */
export function secondsTime(sent: unknown): number | undefined {
  return typeof sent === 'number' ? instant(Math.round(sent * 1000)) : undefined
}

export function millisecondsTime(sent: unknown): number | undefined {
  return typeof sent === 'number' ? instant(Math.round(sent)) : undefined
}

/** Converts a text that its maker documents as UTC: `2022-02-06 20:00:03`. */
export function utcTime(sent: unknown): number | undefined {
  return typeof sent === 'string' ? (zonedTime(`${sent}Z`) ?? zonedTime(sent)) : undefined
}

function instant(at: number): number | undefined {
  return at >= CLOCK_SET && at < LAST ? at : undefined
}
