import type { Season } from '@greenhouse/contract'

/** A part of each year, from one day to another, both included: `03-01`. */
export interface Span {
  readonly from: string
  readonly to: string
}

/** A part of the year with an interval of its own, or a rest. */
export interface TypedRow extends Span {
  readonly rests: boolean
  readonly every: string
}

export function typedRow({ every, ...span }: Season): TypedRow {
  return { ...span, rests: every === null, every: every === null ? '' : String(every) }
}

/** The seasons of a plan as the form shows them: the interval of the plan in the spans, something else otherwise. */
export interface TypedSeasons {
  readonly spans: readonly Span[]
  /** The typed interval of the rest of the year; undefined for a rest. */
  readonly otherwise: string | undefined
}

const NO_SEASONS: TypedSeasons = { spans: [], otherwise: undefined }

/** Returns the rows to store: the days of the year outside of the spans. An empty list stands for the whole year. */
export function rowsOf(spans: readonly Span[], every: number | null): Season[] {
  return spans.length === 0 ? [] : complementOf(spans).map((span) => ({ ...span, every }))
}

/** Returns stored rows as the form shows them; undefined for rows of several intervals. */
export function typedSeasons(rows: readonly Season[]): TypedSeasons | undefined {
  const [first] = rows
  if (!first) return NO_SEASONS
  if (rows.some(({ every, from }) => every !== first.every || from === LEAP_DAY)) return undefined
  return { spans: complementOf(rows), otherwise: first.every === null ? undefined : String(first.every) }
}

const LEAP_DAY = '02-29'
/** All days of a leap year, `01-01` to `12-31`. */
const DAYS: readonly string[] = Array.from({ length: 366 }, (_, day) =>
  new Date(Date.UTC(2028, 0, 1 + day)).toISOString().slice(5, 10),
)

/** Returns the spans between the given ones, in the order of the year. */
function complementOf(spans: readonly Span[]): Span[] {
  const free = DAYS.map((day) => !spans.some((span) => holds(span, day)))
  const before = (index: number) => (index + DAYS.length - 1) % DAYS.length
  return DAYS.flatMap((from, first) => {
    if (!free[first] || free[before(first)]) return []
    const length = DAYS.findIndex((_, offset) => !free[(first + offset) % DAYS.length])
    return [{ from, to: dayName(DAYS[before(first + length)] ?? from) }]
  })
}

/** An end on 28 February includes the 29th. */
function holds({ from, to }: Span, day: string): boolean {
  const end = to === '02-28' ? LEAP_DAY : to
  return from <= end ? day >= from && day <= end : day >= from || day <= end
}

function dayName(day: string): string {
  return day === LEAP_DAY ? '02-28' : day
}
