import { addDays, type CalendarDate, type ComingRain, type Task } from '@greenhouse/contract'
import { toCalendarDate } from '../../lib/dates.ts'
import { formatNumber, withUnit } from '../../lib/format.ts'
import { whenWords } from './task-sentence.ts'

const NIGHT_BEGINS = 18
const NIGHT_ENDS = 6

/** Returns `Rain 8 mm tonight, wait until tomorrow?` `until`: see {@link dayAfterRain}. */
export function rainWords(rain: ComingRain, until: CalendarDate, date: CalendarDate): string {
  const hour = new Date(rain.at).getHours()
  const isNight = hour >= NIGHT_BEGINS || hour < NIGHT_ENDS
  const when = isNight ? 'tonight' : toCalendarDate(Date.parse(rain.at)) === date ? 'today' : 'tomorrow'
  const amount = withUnit(formatNumber(rain.millimetres, 0), 'mm')
  return `Rain ${amount} ${when}, wait until ${whenWords(until, date).replace(/^on /, '')}?`
}

/** Returns the rain that a task may wait for: water that is due until tomorrow, in a place where it rains. */
export function rainFor(
  { kind, dueDate }: Pick<Task, 'kind' | 'dueDate'>,
  placeId: string | undefined,
  { rain, date }: { readonly rain: readonly ComingRain[]; readonly date: CalendarDate },
): ComingRain | undefined {
  if (kind !== 'water' || dueDate === null || placeId === undefined || dueDate > addDays(date, 1)) return undefined
  return rain.find(({ placeIds }) => placeIds.includes(placeId))
}

/** Returns the day until which a task waits for rain. */
export function dayAfterRain({ dueDate }: Pick<Task, 'dueDate'>, date: CalendarDate): CalendarDate {
  return addDays(dueDate !== null && dueDate > date ? dueDate : date, 1)
}
