import {
  fromTimestamp,
  searchTextOf,
  shownPlantCode,
  toTimestamp,
  waterEveryOf,
  type Plant,
  type PlantChange,
  type PlantInput,
} from '@greenhouse/contract'
import type { Selectable } from 'kysely'
import { newRandomCode } from '../../platform/db/random-code.ts'
import type { Schema } from '../../platform/db/schema.ts'

export type PlantRow = Selectable<Schema['plant']>

/** The plan for water of a plant; null without one. */
interface WaterPlan {
  readonly repeat: Schema['task']['repeat'] | null
  readonly every: number | null
  readonly unit: Schema['task']['unit'] | null
  readonly weekdays: string | null
}

export function newRow(householdId: string, input: PlantInput & { id: string; createdAt: number }): PlantRow {
  const row = {
    id: input.id,
    household_id: householdId,
    place_id: null,
    species_id: null,
    hardy_to: null,
    name: input.plantName,
    type: input.plantType,
    species: input.species ?? '',
    notes: input.plantNotes,
    created_at: input.createdAt,
    planted_at: input.planted === null ? null : fromTimestamp(input.planted),
    last_watered_at: null,
    is_dead: Number(input.isDead),
    stage: null,
    stage_since: null,
    logs_waterings: 1,
  }
  return withCode(row, newRandomCode())
}

/** Returns a row with a code and the text by which it is found. */
export function withCode(row: Omit<PlantRow, 'code' | 'search_text'>, code: string): PlantRow {
  return { ...row, code, search_text: searchTextOfPlant({ ...row, code }) }
}

/** Returns the text by which a plant is found. */
export function searchTextOfPlant({ name, type, species, notes, code }: Omit<PlantRow, 'search_text'>): string {
  return searchTextOf([name, type, species, notes, code, shownPlantCode(code)])
}

/** Returns the columns that a change sets. The watering of a plant is in its task and its care log. */
export function changedColumns({ plantName, plantType, species, plantNotes, planted, isDead }: PlantChange) {
  return {
    ...(plantName === undefined ? {} : { name: plantName }),
    ...(plantType === undefined ? {} : { type: plantType }),
    ...(species === undefined ? {} : { species }),
    ...(plantNotes === undefined ? {} : { notes: plantNotes }),
    ...(planted === undefined || planted === null ? {} : { planted_at: toInstant(planted) }),
    ...(isDead === undefined ? {} : { is_dead: Number(isDead) }),
  }
}

export function toPlant(row: PlantRow & WaterPlan): Plant {
  return {
    plantId: row.id,
    plantName: row.name,
    plantType: row.type,
    ...(row.species === '' ? {} : { species: row.species }),
    plantNotes: row.notes,
    planted: toTimestamp(row.planted_at),
    lastWatered: toTimestamp(row.last_watered_at),
    waterEvery: waterEvery(row),
    isDead: row.is_dead === 1,
    createdAt: toTimestamp(row.created_at),
    ...(row.place_id === null ? {} : { placeId: row.place_id }),
    ...(row.species_id === null ? {} : { speciesId: row.species_id }),
    ...(row.hardy_to === null ? {} : { hardyTo: row.hardy_to }),
  }
}

function waterEvery({ repeat, every, unit, weekdays }: WaterPlan): number | null {
  if (repeat === null || every === null || unit === null || weekdays === null) return null
  return waterEveryOf({ repeat, every, unit, weekdays: weekdays.split(',').map(Number) })
}

/** Returns the instant of a date that a change sets; '' removes it. */
export function toInstant(date: string): number | null {
  return date === '' ? null : fromTimestamp(date)
}
