import {
  canWait,
  daysBetween,
  isOfPlace,
  weekdayOf,
  type CalendarDate,
  type Plant,
  type Task,
  doneWords,
  verbOf,
} from '@greenhouse/contract'
import { datePattern, formatDate, formatNumber } from '../../lib/format.ts'
import { startOfDay } from '../../lib/dates.ts'
import { placesWithin, type PlaceTree } from '../place/place-tree.ts'
import { amountWords, rhythmWords, weekdayName } from './task-words.ts'

type Work = Pick<Task, 'kind' | 'label'>

/** A plant or a place with the names on its row. */
export interface TaskSubject {
  /** Undefined for work of the household, and for a plant that is not loaded. */
  readonly name: string | undefined
  readonly plantType: string | undefined
  /** The number of living plants that the work of a place is done to. */
  readonly plants: number | undefined
  /** Where the plant is; undefined while a single place needs no name. */
  readonly placeName: string | undefined
}

/** Returns the plant or the place of a task. `plants` are those of the household, by their ids. */
export function subjectOf(
  { kind, plantId, placeId }: Pick<Task, 'kind' | 'plantId' | 'placeId'>,
  { plants, tree }: { plants: ReadonlyMap<string, Plant>; tree: PlaceTree },
): TaskSubject {
  if (placeId !== null) {
    const within = placesWithin(tree, placeId)
    const alive = [...plants.values()].filter((plant) => !plant.isDead && within.has(plant.placeId ?? ''))
    const count = isOfPlace(kind) ? undefined : alive.length
    return { name: tree.byId.get(placeId)?.name, plantType: undefined, plants: count, placeName: undefined }
  }
  const plant = plants.get(plantId ?? '')
  const placeName = tree.byId.size > 1 ? tree.byId.get(plant?.placeId ?? '')?.name : undefined
  return { name: plant?.plantName, plantType: plant?.plantType, plants: undefined, placeName }
}

/** A sentence in parts, so that names of any script can be isolated. */
export interface TaskSentence {
  /** `Water `, with what separates it from the name. */
  readonly before: string
  readonly name: string | undefined
  /** `, 3 plants`. */
  readonly after: string
}

/** Returns `Water Lemon`, `Water Bench A, 3 plants` or `Sweep, Bench A`. */
export function taskSentence(task: Work, subject: TaskSubject): TaskSentence {
  return sentence(verbOf(task), task.kind === 'custom', subject)
}

/** Returns `Watered Lemon`, `Watered Bench A, 3 plants` or `Sweep, Bench A`. */
export function doneSentence(task: Work, subject: TaskSubject): TaskSentence {
  return sentence(doneWords(task), task.kind === 'custom', subject)
}

function sentence(verb: string, isOwn: boolean, { name, plants }: TaskSubject): TaskSentence {
  const after = plants === undefined ? '' : `, ${plants === 1 ? '1 plant' : `${plants} plants`}`
  if (name === undefined) return { before: verb, name, after }
  return { before: `${verb}${isOwn ? ', ' : ' '}`, name, after }
}

/** Returns a sentence without its parts. */
export function plainSentence({ before, name = '', after }: TaskSentence): string {
  return `${before}${name}${after}`
}

/** Returns `water Lemon`, for the middle of a sentence; own labels keep their spelling. */
export function taskWords(task: Work, subject: TaskSubject): string {
  return inSentence(task, plainSentence(taskSentence(task, subject)))
}

/** Returns words of a kind for the middle of a sentence. */
export function inSentence({ kind }: Pick<Work, 'kind'>, words: string): string {
  return kind === 'custom' ? words : `${words.charAt(0).toLowerCase()}${words.slice(1)}`
}

/** Returns `2 days overdue`; undefined for a task that is not. */
export function overdueWords({ dueDate }: Pick<Task, 'dueDate'>, date: CalendarDate): string | undefined {
  const days = dueDate === null ? 0 : daysBetween(dueDate, date)
  return days <= 0 ? undefined : `${days} ${days === 1 ? 'day' : 'days'} overdue`
}

/** Returns `soil 55 %, can wait`; the last words only while water can wait. */
export function soilWords(soil: NonNullable<Task['soil']>): string {
  return `soil ${formatNumber(soil.value, 0)}\u00a0%${canWait(soil) ? ', can wait' : ''}`
}

/** Returns `every 5 days`, or the amount of a dose: `5 ml/l`. */
export function planWords(task: Task): string {
  return amountWords(task) ?? rhythmWords(task)
}

/** Returns `21/06`, with the year if it is another one. */
export function shortDate(date: CalendarDate, today: CalendarDate): string {
  if (date.slice(0, 4) !== today.slice(0, 4)) return formatDate(startOfDay(date))
  const { order, separator } = datePattern()
  const parts = { day: date.slice(8), month: date.slice(5, 7) }
  return order.flatMap((part) => (part === 'year' ? [] : [parts[part]])).join(separator)
}

/** Returns `today`, `tomorrow`, `on Thursday` within six days, or `on 21/06`. */
export function whenWords(date: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(today, date)
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  return days > 1 && days < 7 ? `on ${weekdayName(weekdayOf(date))}` : `on ${shortDate(date, today)}`
}
