import { DAY_MS } from './durations.ts'

export const WATER_EVERY_DEFAULT_DAYS = 7
export const WATER_EVERY_MAX_DAYS = 365

export interface WateringDates {
  readonly createdAt: number
  readonly plantedAt: number | null
  readonly lastWateredAt: number | null
  readonly waterEveryDays: number | null
}

export interface WateringSchedule {
  /** The last watering, else the planting, else the creation. */
  readonly baseAt: number
  /** Null without an interval. */
  readonly dueAt: number | null
}

/** Milliseconds since 1970. */
export function scheduleOf(plant: WateringDates): WateringSchedule {
  const baseAt = plant.lastWateredAt ?? plant.plantedAt ?? plant.createdAt
  return { baseAt, dueAt: plant.waterEveryDays === null ? null : baseAt + plant.waterEveryDays * DAY_MS }
}

/** Returns 0 once it is due, undefined without an interval. */
export function daysUntilWatering(plant: WateringDates, now: number): number | undefined {
  if (plant.waterEveryDays === null) return undefined
  // Truncated, so that a clock some minutes ahead adds no day.
  const daysSince = Math.trunc((now - scheduleOf(plant).baseAt) / DAY_MS)
  return Math.max(plant.waterEveryDays - daysSince, 0)
}

/** Returns whole days; 0 on the first day. */
export function daysOverdue(plant: WateringDates, now: number): number {
  const { dueAt } = scheduleOf(plant)
  return dueAt === null ? 0 : Math.max(Math.floor((now - dueAt) / DAY_MS), 0)
}

export function needsWater(plant: WateringDates, now: number): boolean {
  return daysUntilWatering(plant, now) === 0
}
