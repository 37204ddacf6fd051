import { fromTimestamp } from '@greenhouse/contract'

/** Numbers from this on are milliseconds since 1970, and seconds below. */
const MILLISECONDS_FROM = 1e11
const DATE = /^\d{4}-\d\d-\d\d$/
const DATE_LENGTH = '2026-01-05'.length
/** Without a fraction, and with the longest one. */
const [SHORTEST, LONGEST] = ['2026-01-05T10:00:00Z'.length, '2026-01-05T10:00:00.123456789Z'.length]
const TEXT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?$/i
const [ZERO, POINT, COLON, T, Z] = [0x30, 0x2e, 0x3a, 0x54, 0x5a]
const NO_DIGITS = 100

/** Parses seconds or milliseconds since 1970, or an ISO date and time (UTC without a zone). NaN for other values. */
export function sentTime(sent: unknown): number {
  if (typeof sent === 'number') {
    const at = sent < MILLISECONDS_FROM ? sent * 1000 : sent
    return Number.isFinite(at) ? Math.round(at) : Number.NaN
  }
  if (typeof sent !== 'string' || sent.length > 40) return Number.NaN
  const usual = usualTime(sent)
  if (!Number.isNaN(usual)) return usual
  const [, date, time, zone = 'Z'] = TEXT.exec(sent) ?? []
  return date === undefined ? Number.NaN : fromTimestamp(`${date}T${time ?? ''}${zone.toUpperCase()}`)
}

/** The day that was read last, and its beginning: the next reading is nearly always of the same one. */
let lastDay = ''
let lastDayStart = Number.NaN

/**
 * Parses the common form `2026-01-05T10:00:00.250Z`, else NaN. By hand: regular expressions were a third of decoding.
 */
function usualTime(text: string): number {
  const end = text.length - 1
  if (end < SHORTEST - 1 || end > LONGEST - 1) return Number.NaN
  if (text.charCodeAt(end) !== Z || text.charCodeAt(DATE_LENGTH) !== T) return Number.NaN
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return Number.NaN
  const [hours, minutes, seconds] = [pairAt(text, 11), pairAt(text, 14), pairAt(text, 17)]
  // An hour of 24 and the like are left to Date.parse.
  if (hours > 23 || minutes > 59 || seconds > 59) return Number.NaN
  return dayOf(text) + ((hours * 60 + minutes) * 60 + seconds) * 1000 + millisecondsOf(text, end)
}

/** Returns the number of two digits; one that is too large where they are none. */
function pairAt(text: string, place: number): number {
  const tens = text.charCodeAt(place) - ZERO
  const ones = text.charCodeAt(place + 1) - ZERO
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NO_DIGITS
}

function dayOf(text: string): number {
  if (lastDay !== '' && text.startsWith(lastDay)) return lastDayStart
  const day = text.slice(0, DATE_LENGTH)
  if (!DATE.test(day)) return Number.NaN
  lastDayStart = fromTimestamp(`${day}T00:00:00Z`)
  lastDay = day
  return lastDayStart
}

/** Returns the milliseconds of a fraction of a second that ends before `end`; further digits are cut off, as in Date.parse. */
function millisecondsOf(text: string, end: number): number {
  if (end === SHORTEST - 1) return 0
  if (text.charCodeAt(SHORTEST - 1) !== POINT || end === SHORTEST) return Number.NaN
  let [milliseconds, unit] = [0, 100]
  for (let place = SHORTEST; place < end; place++) {
    const digit = text.charCodeAt(place) - ZERO
    if (digit < 0 || digit > 9) return Number.NaN
    if (unit >= 1) milliseconds += digit * unit
    unit /= 10
  }
  return milliseconds
}
