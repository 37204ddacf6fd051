import { DAY_MS, type Episode } from '@greenhouse/contract'
import { formatDay, formatTime, formatShortDate } from '../../lib/format.ts'
import { severityName } from '../../shared/rule/rule-notes.ts'
import type { AlertFilter } from '../../shared/query-keys.ts'

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** A device has most alerts of a flood from this number on. */
const FLOOD_MIN = 20

/** Returns `Two open and unanswered, one plant overdue, one acknowledged.`, `None open.` or `No alerts yet.` */
export function openWords(open: readonly Episode[], closed: readonly Episode[]): string {
  if (open.length + closed.length === 0) return 'No alerts yet.'
  if (open.length === 0) return 'None open.'
  const due = open.filter(({ kind }) => kind === 'due').length
  const acknowledged = open.filter(({ kind, acknowledgedAt }) => kind !== 'due' && acknowledgedAt !== null).length
  const unanswered = open.length - due - acknowledged
  const parts = [
    unanswered > 0 && `${inWords(unanswered)} open and unanswered${mostWords(open)}`,
    due > 0 && `${inWords(due)} ${due === 1 ? 'plant' : 'plants'} overdue`,
    acknowledged > 0 && `${inWords(acknowledged)} acknowledged`,
  ].filter((part) => part !== false)
  const sentence = parts.join(', ')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}

/** Returns `, most in Tomato house` for a flood from one device. */
function mostWords(open: readonly Episode[]): string {
  if (open.length < FLOOD_MIN) return ''
  const [most] = [...Map.groupBy(open, ({ name }) => name)].toSorted((one, other) => other[1].length - one[1].length)
  return most && most[1].length > open.length / 2 ? `, most in ${most[0]}` : ''
}

/** Returns `The last one closed yesterday 06.50.`, or '' if none has closed. */
export function closedWords(closed: readonly Episode[], now: number): string {
  const last = closed
    .filter(({ kind }) => kind !== 'note')
    .reduce((latest, { closedAt }) => (closedAt !== null && closedAt > latest ? closedAt : latest), '')
  return last === '' ? '' : `The last one closed ${dayWords(last, now)} ${formatTime(last)}.`
}

function dayWords(instant: string, now: number): string {
  const isOn = (time: number) => new Date(instant).toDateString() === new Date(time).toDateString()
  if (isOn(now)) return 'today'
  if (isOn(now - DAY_MS)) return 'yesterday'
  const isThisYear = new Date(instant).getFullYear() === new Date(now).getFullYear()
  return `on ${formatDay(instant)}${isThisYear ? '' : ` ${new Date(instant).getFullYear()}`}`
}

interface FoundAlerts {
  readonly count: number
  readonly hasMore: boolean
  /** Undefined for all places. */
  readonly placeName?: string | undefined
}

/** Returns `3 alerts on this day`, `12 alerts in 2025` or `50+ alerts`; '' without a filter. */
export function filterWords(filter: AlertFilter, { count, hasMore, placeName }: FoundAlerts): string {
  if (!isFiltered(filter) && placeName === undefined) return ''
  const parts = [
    count === 0 ? 'No' : `${count}${hasMore ? '+' : ''}`,
    count === 1 && !hasMore ? 'alert' : 'alerts',
    placeName !== undefined && `in ${placeName}`,
    filter.day !== undefined && 'on this day',
    filter.year !== undefined && `in ${filter.year}`,
  ]
  return parts.filter((part) => part !== false).join(' ')
}

export function isFiltered(filter: AlertFilter): boolean {
  return Object.values(filter).some((one) => one !== undefined)
}

export interface FilterChip {
  readonly words: string
  readonly without: Partial<AlertFilter>
}

/** Returns what is filtered, each with the change that ends it. */
export function filterChips({ day, year, deviceId, severity }: AlertFilter, deviceName: string): FilterChip[] {
  return [
    ...(day === undefined ? [] : [{ words: formatShortDate(`${day}T12:00`), without: { day: undefined } }]),
    ...(year === undefined ? [] : [{ words: String(year), without: { year: undefined } }]),
    ...(deviceId === undefined ? [] : [{ words: deviceName, without: { deviceId: undefined } }]),
    ...(severity === undefined ? [] : [{ words: severityName(severity), without: { severity: undefined } }]),
  ]
}

function inWords(count: number): string {
  return WORDS[count] ?? String(count)
}
