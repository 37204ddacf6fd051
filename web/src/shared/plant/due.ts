import {
  MINUTE_MS,
  daysOverdue,
  daysUntilWatering,
  needsWater,
  scheduleOf,
  type Plant,
  type WateringDates,
} from '@greenhouse/contract'
import { startOfDay, toCalendarDate } from '../../lib/dates.ts'
import { formatDate, formatDateTime } from '../../lib/format.ts'

/** Returns `Today`, `In 4 day(s)` or `7 days overdue`; undefined without an interval. */
export function dueLabel(plant: Plant, now: number): string | undefined {
  const dates = wateringDatesOf(plant)
  const days = daysUntilWatering(dates, now)
  if (days === undefined) return undefined
  if (days > 0) return `In ${days} day(s)`
  const overdue = daysOverdue(dates, now)
  return overdue === 0 ? 'Today' : `${overdue} ${overdue === 1 ? 'day' : 'days'} overdue`
}

/** Omits the time at local midnight (a date typed here) and at midnight UTC (a date from another client). */
export function lastWateredText({ lastWatered }: Pick<Plant, 'lastWatered'>): string {
  if (lastWatered === null) return 'Never'
  if (lastWatered.endsWith('T00:00:00.000Z')) return formatDate(startOfDay(lastWatered.slice(0, 10)))
  const isWholeDay = startOfDay(toCalendarDate(lastWatered)).getTime() === Date.parse(lastWatered)
  return isWholeDay ? formatDate(lastWatered) : formatDateTime(lastWatered)
}

export function isThirsty(plant: Plant, now: number): boolean {
  return !plant.isDead && needsWater(wateringDatesOf(plant), now)
}

/** Sorts the most overdue first and plants without an interval last. */
export function byDue(one: Plant, other: Plant): number {
  return dueAtOf(one) - dueAtOf(other)
}

function dueAtOf(plant: Plant): number {
  return scheduleOf(wateringDatesOf(plant)).dueAt ?? Number.MAX_SAFE_INTEGER
}

/** Returns `Herb, every 7 days`. */
export function plantFacts(plant: Plant): string {
  return plant.waterEvery === null ? plant.plantType : `${plant.plantType}, ${intervalWords(plant)}`
}

/** Returns `every 7 days`; '' without an interval. */
export function intervalWords({ waterEvery }: Pick<Plant, 'waterEvery'>): string {
  if (waterEvery === null) return ''
  return waterEvery === 1 ? 'every day' : `every ${waterEvery} days`
}

/** Whether somebody watered it in the last minute. */
export function wasJustWatered({ lastWatered, isDead }: Pick<Plant, 'lastWatered' | 'isDead'>, now: number): boolean {
  return !isDead && lastWatered !== null && now - Date.parse(lastWatered) < MINUTE_MS
}

/** Returns how much of the interval is left, from 0 to 1; undefined for a dead plant and one without an interval. */
export function gaugeOf(plant: Plant, now: number): { level: number; isOverdue: boolean } | undefined {
  const dates = wateringDatesOf(plant)
  const days = daysUntilWatering(dates, now)
  if (days === undefined || plant.waterEvery === null || plant.isDead) return undefined
  return { level: Math.min(days / plant.waterEvery, 1), isOverdue: daysOverdue(dates, now) > 0 }
}

/** Returns `Three plants are fine, two are thirsty.`; undefined without plants. */
export function plantSentence(plants: readonly Plant[], now: number): string | undefined {
  const alive = plants.filter(({ isDead }) => !isDead)
  const thirsty = alive.filter((plant) => isThirsty(plant, now)).length
  const fine = alive.length - thirsty
  if (alive.length === 0) return undefined
  if (thirsty === 0) return alive.length === 1 ? 'Your plant is fine.' : `All ${inWords(fine)} plants are fine.`
  if (fine === 0) return alive.length === 1 ? 'Your plant is thirsty.' : `All ${inWords(thirsty)} plants are thirsty.`
  return capital(
    `${inWords(fine)} ${fine === 1 ? 'plant is' : 'plants are'} fine, ${inWords(thirsty)} ${thirsty === 1 ? 'is' : 'are'} thirsty.`,
  )
}

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

function inWords(count: number): string {
  return WORDS[count] ?? String(count)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Parses the dates of a plant once: a list of a thousand asks for them in each comparison. */
export function wateringDatesOf(plant: Plant): WateringDates {
  const known = parsed.get(plant)
  if (known) return known
  const { createdAt, planted, lastWatered, waterEvery } = plant
  const dates = {
    createdAt: Date.parse(createdAt),
    plantedAt: planted === null ? null : Date.parse(planted),
    lastWateredAt: lastWatered === null ? null : Date.parse(lastWatered),
    waterEveryDays: waterEvery,
  }
  parsed.set(plant, dates)
  return dates
}

/** Plants are never changed in place. */
const parsed = new WeakMap<Plant, WateringDates>()
