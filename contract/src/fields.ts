import * as z from 'zod/mini'

export const id = z.uuid('Not a valid id')

/** The id of a new thing, made by the client: a request that is sent again adds nothing. */
export const newId = z
  .string('Not a valid id')
  .check(
    z.regex(/^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i, 'Not a valid id'),
    z.toLowerCase(),
  )

/** The household that a list or a new thing is of; by default the caller's own, or else the one they joined first. */
export const ofHousehold = z.object({ household: z.optional(id) })

/** Failed sign-ins of others do not slow down a browser that was signed in before. Clients without one omit it. */
export const browserId = z.optional(id)

export const nothing = z.void()

export const timeOfDay = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 22:00'))

const CONTROL_CHARACTERS = 'Control characters are not allowed'

/** PostgreSQL stores no NUL, a line break forges a log line, and UTF-8 encodes no lone surrogate. */
export const oneLine = () => z.refine<string>((text) => !/[\p{Cc}\p{Cs}]/u.test(text), CONTROL_CHARACTERS)

/** A text that has to be given, such as a name. */
export const requiredLine = (what: string, most: number) =>
  z
    .string(`${what} is required`)
    .check(
      z.trim(),
      z.minLength(1, { error: `${what} is required`, abort: true }),
      z.maxLength(most, { error: `${what} cannot be longer than ${most} characters`, abort: true }),
      oneLine(),
    )

export const severalLines = () =>
  z.refine<string>((text) => !/[\p{Cc}\p{Cs}]/u.test(text.replace(/[\t\n\r]/g, '')), CONTROL_CHARACTERS)

/** The form that the server sends, and which needs no other check. */
export const USUAL_TIMESTAMP =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** Accepts ISO 8601 and returns UTC with milliseconds. */
export const timestamp = z.pipe(
  z.string().check(
    z.maxLength(40, { error: 'Not a valid time', abort: true }),
    oneLine(),
    z.refine((text) => USUAL_TIMESTAMP.test(text) || isInstant(text), 'Not a valid time'),
  ),
  z.transform((text) => (USUAL_TIMESTAMP.test(text) ? text : new Date(text).toISOString())),
)

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text))
}

/** `2026-11-20`. Of an instant it keeps the date part. */
export const calendarDate = (required: string) =>
  z.pipe(
    z
      .string(required)
      .check(
        z.minLength(1, { error: required, abort: true }),
        z.maxLength(40, { error: 'Not a valid date', abort: true }),
        oneLine(),
        z.refine(isCalendarDate, 'Not a valid date'),
      ),
    z.transform((text) => text.slice(0, 10)),
  )

/** No two accounts may look alike. Linear after a check of the length, so that a hostile address costs nothing. */
export const emailAddress = (required: string, invalid: string) =>
  z.string(required).check(
    z.trim(),
    z.minLength(1, { error: required, abort: true }),
    z.maxLength(254, { error: invalid, abort: true }),
    z.refine((text) => !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(text), { error: invalid, abort: true }),
    z.normalize('NFC'),
    z.regex(/^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\.]+(?:\.[^\s@<>"(),:;[\]\\.]+)+$/, invalid),
  )

export const timeZone = z.string().check(z.maxLength(60), z.refine(isTimeZone, 'Unknown time zone'))

/** Text on the wire (`"600"`) or a number; returns text. */
export const numericString = (rule: z.ZodMiniType<number, number>) =>
  z.pipe(z.pipe(z.union([z.string(), z.number()]), z.transform(wholeNumber)), z.pipe(rule, z.transform(String)))

function isTimeZone(name: string): boolean {
  try {
    // Only ICU knows the zones of System V; neither Temporal nor the databases of other systems do.
    return !new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.startsWith('SystemV/')
  } catch {
    return false
  }
}

function wholeNumber(value: string | number): number {
  if (typeof value === 'number') return value
  return /^\d{1,15}$/.test(value.trim()) ? Number(value) : Number.NaN
}

function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:T.*)?$/.exec(text)
  if (!match) return false
  const [, year, month, day] = match.map(Number) as [number, number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}
