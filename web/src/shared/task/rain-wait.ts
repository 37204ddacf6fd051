import { addDays, type CalendarDate, type ComingRain, type Plant, type Task } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { toCalendarDate } from '../../lib/dates.ts'
import { formatNumber, withUnit } from '../../lib/format.ts'
import { adviceQuery } from '../place/advice-queries.ts'
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

const NONE: readonly never[] = []

/** Returns what finds the rain that a task of the household may wait for. */
export function useRain(
  plants: ReadonlyMap<string, Plant>,
  date: CalendarDate,
): (task: Task) => ComingRain | undefined {
  const { data } = useQuery(adviceQuery)
  return (task) => {
    const placeId = task.placeId ?? plants.get(task.plantId ?? '')?.placeId
    return rainFor(task, placeId, { rain: data?.rain ?? NONE, date })
  }
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
