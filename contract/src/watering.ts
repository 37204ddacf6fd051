import { DAY_MS } from './durations.ts'

export const WATER_EVERY_DEFAULT_DAYS = 7
export const WATER_EVERY_MAX_DAYS = 365

/** What the watering of a plant is reckoned from: instants in milliseconds since 1970, an interval in days. */
export interface WateringDates {
  readonly createdAt: number
  readonly plantedAt: number | null
  readonly lastWateredAt: number | null
  readonly waterEveryDays: number | null
}

export interface WateringSchedule {
  /** From when the days are counted: the last watering, else the planting, else when the plant was added. */
  readonly baseAt: number
  /** When the plant needs water; null without an interval. */
  readonly dueAt: number | null
}

/** Returns the schedule that the page and the reminders share, in milliseconds since 1970. */
export function scheduleOf(plant: WateringDates): WateringSchedule {
  const baseAt = plant.lastWateredAt ?? plant.plantedAt ?? plant.createdAt
  return { baseAt, dueAt: plant.waterEveryDays === null ? null : baseAt + plant.waterEveryDays * DAY_MS }
}

/** Returns the days until a plant needs water: 0 from the moment it is due, undefined without an interval. */
export function daysUntilWatering(plant: WateringDates, now: number): number | undefined {
  if (plant.waterEveryDays === null) return undefined
  // Truncated and not floored: a clock that runs some minutes ahead adds no day.
  const daysSince = Math.trunc((now - scheduleOf(plant).baseAt) / DAY_MS)
  return Math.max(plant.waterEveryDays - daysSince, 0)
}

/** Returns for how many whole days a plant has been due; 0 on the first day, and while it is not due at all. */
export function daysOverdue(plant: WateringDates, now: number): number {
  const { dueAt } = scheduleOf(plant)
  return dueAt === null ? 0 : Math.max(Math.floor((now - dueAt) / DAY_MS), 0)
}

/** Whether a plant needs water now; false without an interval. */
export function needsWater(plant: WateringDates, now: number): boolean {
  return daysUntilWatering(plant, now) === 0
}
