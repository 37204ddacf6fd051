import {
  fromTimestamp,
  scheduleOf,
  searchTextOf,
  shownPlantCode,
  toTimestamp,
  type Plant,
  type PlantChange,
  type PlantInput,
} from '@greenhouse/contract'
import type { Selectable } from 'kysely'
import { newRandomCode } from '../../platform/db/random-code.ts'
import type { Schema } from '../../platform/db/schema.ts'

export type PlantRow = Selectable<Schema['plant']>

export function newRow(householdId: string, input: PlantInput & { id: string; createdAt: number }): PlantRow {
  const columns = {
    name: input.plantName,
    type: input.plantType,
    species: input.species ?? '',
    notes: input.plantNotes,
    created_at: input.createdAt,
    planted_at: input.planted === null ? null : fromTimestamp(input.planted),
    last_watered_at: input.lastWatered === null ? null : fromTimestamp(input.lastWatered),
    water_every_days: input.waterEvery,
    is_dead: Number(input.isDead),
  }
  const row = { id: input.id, household_id: householdId, place_id: null, ...columns, ...scheduled(columns) }
  return withCode(row, newRandomCode())
}

export function changedRow(known: PlantRow, change: PlantChange): PlantRow {
  const row = { ...known, ...toColumns(change) }
  return withCode({ ...row, ...scheduled(row) }, row.code)
}

/** Returns a row with a code and the text by which it is found. */
export function withCode(row: Omit<PlantRow, 'code' | 'search_text'>, code: string): PlantRow {
  const { name, type, species, notes } = row
  return { ...row, code, search_text: searchTextOf([name, type, species, notes, code, shownPlantCode(code)]) }
}

export function toPlant(row: PlantRow): Plant {
  return {
    plantId: row.id,
    plantName: row.name,
    plantType: row.type,
    ...(row.species === '' ? {} : { species: row.species }),
    plantNotes: row.notes,
    planted: toTimestamp(row.planted_at),
    lastWatered: toTimestamp(row.last_watered_at),
    waterEvery: row.water_every_days,
    isDead: row.is_dead === 1,
    createdAt: toTimestamp(row.created_at),
    ...(row.place_id === null ? {} : { placeId: row.place_id }),
  }
}

function scheduled(row: Pick<PlantRow, 'created_at' | 'planted_at' | 'last_watered_at' | 'water_every_days'>) {
  const { baseAt, dueAt } = scheduleOf({
    createdAt: row.created_at,
    plantedAt: row.planted_at,
    lastWateredAt: row.last_watered_at,
    waterEveryDays: row.water_every_days,
  })
  return { base_at: baseAt, due_at: dueAt }
}

function toColumns(change: PlantChange): Partial<PlantRow> {
  const { plantName, plantType, species, plantNotes, planted, lastWatered, waterEvery, isDead } = change
  return {
    ...(plantName === undefined ? {} : { name: plantName }),
    ...(plantType === undefined ? {} : { type: plantType }),
    ...(species === undefined ? {} : { species }),
    ...(plantNotes === undefined ? {} : { notes: plantNotes }),
    ...(isUnchanged(planted) ? {} : { planted_at: toInstant(planted) }),
    ...(isUnchanged(lastWatered) ? {} : { last_watered_at: toInstant(lastWatered) }),
    ...(waterEvery === undefined ? {} : { water_every_days: waterEvery }),
    ...(isDead === undefined ? {} : { is_dead: Number(isDead) }),
  }
}

function isUnchanged(date: string | null | undefined): date is null | undefined {
  return date === undefined || date === null
}

function toInstant(date: string): number | null {
  return date === '' ? null : fromTimestamp(date)
}
