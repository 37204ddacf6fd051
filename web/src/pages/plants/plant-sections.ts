import { daysOverdue, daysUntilWatering, type Plant } from '@greenhouse/contract'
import { byDue, wateringDatesOf } from '../../shared/plant/due.ts'
import { toCalendarDate } from '../../lib/dates.ts'
import { compareNames } from '../../lib/format.ts'
import { shortDate } from '../../lib/short-date.ts'

const SECTIONS = [
  { id: 'overdue', title: 'Overdue' },
  { id: 'today', title: 'Today' },
  { id: 'week', title: 'This week' },
  { id: 'later', title: 'Later' },
  { id: 'none', title: 'No plan' },
  { id: 'dead', title: 'Dead' },
] as const
export type SectionId = (typeof SECTIONS)[number]['id']

export interface Section {
  readonly id: SectionId
  readonly title: string
  readonly plants: readonly Plant[]
  /** How many of them were watered since the page was opened. */
  readonly done: number
}

const WEEK_DAYS = 7

/** Returns the section of a plant by its due label. */
export function sectionOf(plant: Plant, now: number): SectionId {
  const dates = wateringDatesOf(plant)
  const days = daysUntilWatering(dates, now)
  if (plant.isDead) return 'dead'
  if (days === undefined) return 'none'
  if (days === 0) return daysOverdue(dates, now) > 0 ? 'overdue' : 'today'
  return days <= WEEK_DAYS ? 'week' : 'later'
}

/** The last watering of each plant when it was first shown. */
export type FirstShown = ReadonlyMap<string, string | null>

/** Returns the sections that have plants, each sorted by due date and name. A plant that was just watered stays in its place. */
export function sectionsOf(plants: readonly Plant[], first: FirstShown, now: number): Section[] {
  const placed = plants.map((plant) => ({ plant, before: asFirstShown(plant, first) }))
  const groups = Map.groupBy(placed, ({ before }) => sectionOf(before, now))
  return SECTIONS.flatMap(({ id, title }) => {
    const own = groups.get(id)
    if (!own) return []
    const sorted = own.toSorted(
      (one, other) => byDue(one.before, other.before) || compareNames(one.plant.plantName, other.plant.plantName),
    )
    const done = own.filter(({ plant }) => sectionOf(plant, now) !== id).length
    return [{ id, title, plants: sorted.map(({ plant }) => plant), done }]
  })
}

/** Returns the plant without a watering that is newer than its first appearance. */
function asFirstShown(plant: Plant, first: FirstShown): Plant {
  const before = first.get(plant.plantId)
  if (before === undefined || plant.lastWatered === null || plant.lastWatered === before) return plant
  const isNewer = before === null || Date.parse(plant.lastWatered) > Date.parse(before)
  return isNewer ? { ...plant, lastWatered: before } : plant
}

/** Returns groups of sections: neighbours share a row when they fit into it together. */
export function sharedRows<T>(sections: readonly T[], sizeOf: (section: T) => number, columns: number): T[][] {
  const rows: T[][] = []
  let free = 0
  for (const section of sections) {
    const size = sizeOf(section)
    const row = rows.at(-1)
    if (row && size <= free) row.push(section)
    else rows.push([section])
    free = (row && size <= free ? free : columns) - size
  }
  return rows
}

/**
 * Returns when the plants of a folded section are due: `tomorrow 18, Thursday 12, Friday 9, then 22` within a week, else
 * `the next on 24/06`; undefined for plants that are never due.
 */
export function foldedWords({ id, plants }: Pick<Section, 'id' | 'plants'>, now: number): string | undefined {
  const days = plants.flatMap((plant) => daysUntilWatering(wateringDatesOf(plant), now) ?? [])
  if (days.length === 0 || id === 'dead') return undefined
  if (id === 'later') {
    const next = toCalendarDate(dayAfter(now, Math.min(...days)))
    return `the next on ${shortDate(next, toCalendarDate(now))}`
  }
  const counts = [...Map.groupBy(days, (day) => day)].map(([day, all]) => ({ day, count: all.length }))
  const sorted = counts.toSorted((one, other) => one.day - other.day)
  const left = sorted.slice(NAMED_DAYS).reduce((sum, { count }) => sum + count, 0)
  const words = sorted.slice(0, NAMED_DAYS).map(({ day, count }) => `${dayWords(day, now)} ${count}`)
  return [...words, ...(left > 0 ? [`then ${left}`] : [])].join(', ')
}

const NAMED_DAYS = 3
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

function dayWords(days: number, now: number): string {
  if (days < 2) return days === 1 ? 'tomorrow' : 'today'
  return days < WEEK_DAYS ? (WEEKDAYS[dayAfter(now, days).getDay()] ?? '') : `in ${days} days`
}

function dayAfter(now: number, days: number): Date {
  const date = new Date(now)
  date.setDate(date.getDate() + days)
  return date
}
