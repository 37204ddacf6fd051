import { fromTimestamp } from '@greenhouse/contract'

/** Numbers from this on are milliseconds since 1970, and seconds below. */
const MILLISECONDS_FROM = 1e11
/** The form that almost all boards send. */
const USUAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/
const TEXT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?$/i

/**
 * Returns the time that a program has sent, in milliseconds since 1970: of seconds or milliseconds since 1970, or of a date
 * and time with `T` or a space between them, which is in UTC without a zone. NaN for what is no time.
 */
export function sentTime(sent: unknown): number {
  if (typeof sent === 'number') {
    const at = sent < MILLISECONDS_FROM ? sent * 1000 : sent
    return Number.isFinite(at) ? Math.round(at) : Number.NaN
  }
  if (typeof sent !== 'string' || sent.length > 40) return Number.NaN
  if (USUAL.test(sent)) return fromTimestamp(sent)
  const [, date, time, zone = 'Z'] = TEXT.exec(sent) ?? []
  return date === undefined ? Number.NaN : fromTimestamp(`${date}T${time ?? ''}${zone.toUpperCase()}`)
}
