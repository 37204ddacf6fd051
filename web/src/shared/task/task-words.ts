import type { CareKind, Season, Task, TaskPlan } from '@greenhouse/contract'

/** The verb of a kind: `Water`, and what was done: `Watered`. */
const VERBS: Readonly<Record<CareKind, readonly [verb: string, done: string]>> = {
  water: ['Water', 'Watered'],
  feed: ['Feed', 'Fed'],
  repot: ['Repot', 'Repotted'],
  prune: ['Prune', 'Pruned'],
  'pinch-out': ['Pinch out', 'Pinched out'],
  mist: ['Mist', 'Misted'],
  treat: ['Treat', 'Treated'],
  check: ['Check', 'Checked'],
  clean: ['Clean', 'Cleaned'],
  harvest: ['Harvest', 'Harvested'],
  sow: ['Sow', 'Sown'],
  'plant-out': ['Plant out', 'Planted out'],
  custom: ['Own', 'Done'],
  note: ['Note', 'Note'],
  move: ['Move', 'Moved'],
  died: ['Remove', 'Died'],
  revived: ['Revive', 'Revived'],
  skipped: ['Skip', 'Skipped'],
}

/** Returns `Water`, or the label of an own task. */
export function verbOf({ kind, label }: { readonly kind: CareKind; readonly label: string }): string {
  return kind === 'custom' && label !== '' ? label : VERBS[kind][0]
}

/** Returns `Watered`, or the label of an own task. */
export function doneWords({ kind, label }: { readonly kind: CareKind; readonly label: string }): string {
  return kind === 'custom' && label !== '' ? label : VERBS[kind][1]
}

/** Returns `every 7 days`, `on Tuesday and Friday`, `on day 31 of the month`, `every year on 1 March`, `once`. */
export function rhythmWords(
  plan: Pick<TaskPlan, 'repeat' | 'every' | 'unit' | 'weekdays' | 'monthDay' | 'month'>,
): string {
  const { repeat, every, unit, weekdays, monthDay, month } = plan
  if (repeat === 'once') return 'once'
  if (repeat === 'after') return every === 1 ? `every ${unit}` : `every ${every} ${unit}s`
  if (repeat === 'weekly')
    return weekdays.length === 7 ? 'every day' : `on ${list(weekdays.toSorted().map(weekdayName))}`
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
  return amountUnit === null ? NUMBER.format(amount) : `${NUMBER.format(amount)} ${amountUnit}`
}

const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 3 })
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

/** Returns the month alone for its first day as a start or its last as an end. */
function dayOfYear(text: string, as: 'start' | 'end' = 'start'): string {
  const [month, day] = [Number(text.slice(0, 2)), Number(text.slice(3))]
  const last = new Date(Date.UTC(2027, month, 0)).getUTCDate()
  const isWhole = as === 'start' ? day === 1 : day >= last
  return isWhole ? monthName(month) : `${day} ${monthName(month)}`
}

function list(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
