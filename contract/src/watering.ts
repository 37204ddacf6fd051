import { DAY_MS } from './durations.ts'

export const WATER_EVERY_DEFAULT_DAYS = 7
export const WATER_EVERY_MAX_DAYS = 365

/** What the watering rules look at: instants in milliseconds since 1970, the rhythm in days. */
export interface Watering {
  readonly lastWateredAt: number | null
  readonly waterEveryDays: number | null
}

/** Whole days since a plant was watered; undefined when it never was. */
export function daysSinceWatering({ lastWateredAt }: Pick<Watering, 'lastWateredAt'>, now: number): number | undefined {
  return lastWateredAt === null ? undefined : Math.max(Math.floor((now - lastWateredAt) / DAY_MS), 0)
}

/** In how many days a plant wants water, 0 when it does now, also when it never had any; undefined without a rhythm. */
export function daysUntilWatering(plant: Watering, now: number): number | undefined {
  if (plant.waterEveryDays === null) return undefined
  const since = daysSinceWatering(plant, now)
  return since === undefined ? 0 : Math.max(plant.waterEveryDays - since, 0)
}

/** Whether a living plant is thirsty; one without a rhythm never is. */
export function needsWater(plant: Watering, now: number): boolean {
  return daysUntilWatering(plant, now) === 0
}
