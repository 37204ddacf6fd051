import { formatNumber } from '../../lib/format.ts'
import type { Season, Task, TaskPlan } from '@greenhouse/contract'

/** Returns `every 7 days`, `on Tuesday and Friday`, `on day 31 of the month`, `every year on 1 March`, `once`. */
export function rhythmWords(
  plan: Pick<TaskPlan, 'repeat' | 'every' | 'unit' | 'weekdays' | 'monthDay' | 'month'>,
): string {
  const { repeat, every, unit, weekdays, monthDay, month } = plan
  if (repeat === 'once') return 'once'
  if (repeat === 'after') return every === 1 ? `every ${unit}` : `every ${every} ${unit}s`
  if (repeat === 'weekly')
    return weekdays.length === 7
      ? 'every day'
      : `on ${list(weekdays.toSorted((one, other) => one - other).map(weekdayName))}`
  if (repeat === 'monthly') return `on day ${monthDay} of the month`
  return `every year on ${monthDay} ${monthName(month)}`
}

/** Returns `rests from November to February`; undefined for a plan that never rests. */
export function restWords(seasons: readonly Season[]): string | undefined {
  const resting = seasons.filter(({ every }) => every === null)
  return resting.length === 0 ? undefined : `rests ${spanWords(resting)}`
}

/** Returns `from November to February and from 3 June to 9 June`. */
export function spanWords(spans: ReadonlyArray<Pick<Season, 'from' | 'to'>>): string {
  return list(spans.map(({ from, to }) => `from ${dayOfYear(from)} to ${dayOfYear(to, 'end')}`))
}

/** Returns `5 ml/l`; undefined without an amount. */
export function amountWords({ amount, amountUnit }: Pick<Task, 'amount' | 'amountUnit'>): string | undefined {
  if (amount === null) return undefined
  return amountUnit === null
    ? formatNumber(amount, decimalsOf(amount))
    : `${formatNumber(amount, decimalsOf(amount))} ${amountUnit}`
}

function decimalsOf(amount: number): number {
  return [0, 1, 2].find((decimals) => Number(amount.toFixed(decimals)) === amount) ?? 3
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** 1 is Monday. */
export function weekdayName(day: number): string {
  return DAYS[day - 1] ?? ''
}

/** 1 is January. */
export function monthName(month: number): string {
  return MONTHS[month - 1] ?? ''
}

/** Returns only the month for its first day as a start or its last as an end. */
function dayOfYear(text: string, as: 'start' | 'end' = 'start'): string {
  const [month, day] = [Number(text.slice(0, 2)), Number(text.slice(3))]
  const last = new Date(Date.UTC(2027, month, 0)).getUTCDate()
  const isWhole = as === 'start' ? day === 1 : day >= last
  return isWhole ? monthName(month) : `${day} ${monthName(month)}`
}

function list(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
