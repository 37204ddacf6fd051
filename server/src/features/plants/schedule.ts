import { DAY_MS } from '@greenhouse/contract'

export interface Schedule {
  readonly createdAt: number
  readonly plantedAt: number | null
  readonly lastWateredAt: number | null
  readonly waterEveryDays: number | null
}

/** Returns from when the days of a plant count and when it is due (null without a watering interval), in ms since 1970. */
export function scheduleOf(plant: Schedule): { baseAt: number; dueAt: number | null } {
  const baseAt = plant.lastWateredAt ?? plant.plantedAt ?? plant.createdAt
  return { baseAt, dueAt: plant.waterEveryDays === null ? null : baseAt + plant.waterEveryDays * DAY_MS }
}
