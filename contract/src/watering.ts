import { DAY_MS } from './durations.ts'

export const WATER_EVERY_DEFAULT_DAYS = 7
export const WATER_EVERY_MAX_DAYS = 365

/** The input of the watering rules: an instant in milliseconds since 1970, an interval in days. */
export interface Watering {
  readonly lastWateredAt: number | null
  readonly waterEveryDays: number | null
}

/** Returns the whole days since a plant was watered; undefined when it never was. */
export function daysSinceWatering({ lastWateredAt }: Pick<Watering, 'lastWateredAt'>, now: number): number | undefined {
  return lastWateredAt === null ? undefined : Math.max(Math.floor((now - lastWateredAt) / DAY_MS), 0)
}

/** Returns the days until a plant needs water: 0 when it is due or was never watered, undefined without an interval. */
export function daysUntilWatering(plant: Watering, now: number): number | undefined {
  if (plant.waterEveryDays === null) return undefined
  const since = daysSinceWatering(plant, now)
  return since === undefined ? 0 : Math.max(plant.waterEveryDays - since, 0)
}

/** Whether a living plant needs water now; false without an interval. */
export function needsWater(plant: Watering, now: number): boolean {
  return daysUntilWatering(plant, now) === 0
}
