import {
  fromTimestamp,
  toTimestamp,
  type Plant,
  type PlantChange,
  type PlantInput,
  type WateringEvent,
} from '@greenhouse/contract'
import type { Selectable } from 'kysely'
import { lockOwner } from '../../platform/db/lock-owner.ts'
import type { Db, PlantTable, Tx } from '../../platform/db/schema.ts'
import { scheduleOf } from './schedule.ts'

type PlantRow = Selectable<PlantTable>

const MINUTE_MS = 60_000
/** At most so many waterings are listed at once. */
const WATERINGS_MAX = 500

export async function listPlants(db: Db, userId: string): Promise<Plant[]> {
  const rows = await db
    .selectFrom('plant')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toPlant)
}

export async function findPlant(db: Db, userId: string, plantId: string): Promise<Plant | undefined> {
  const row = await findRow(db, userId, plantId)
  return row && toPlant(row)
}

/** Adds a plant unless the user has `most` already; undefined then. */
export async function insertPlant(
  tx: Tx,
  userId: string,
  input: PlantInput & { id: string; createdAt: number; most: number },
): Promise<Plant | undefined> {
  await lockOwner(tx, userId)
  const { count } = await tx
    .selectFrom('plant')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (count >= input.most) return undefined
  const columns = {
    name: input.plantName,
    type: input.plantType,
    species: input.species ?? '',
    notes: input.plantNotes,
    created_at: input.createdAt,
    planted_at: input.planted === null ? null : fromTimestamp(input.planted),
    last_watered_at: null,
    water_every_days: input.waterEvery,
    is_dead: Number(input.isDead),
  }
  const row = await tx
    .insertInto('plant')
    .values({ id: input.id, user_id: userId, ...columns, ...scheduled(columns) })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toPlant(row)
}

/**
 * Changes the given fields. A plant that dies loses its condition in the same transaction, so that nobody is reminded of
 * it. Returns undefined when the user has no such plant.
 */
export async function updatePlant(
  tx: Tx,
  userId: string,
  plantId: string,
  change: PlantChange,
): Promise<Plant | undefined> {
  const known = await findRow(tx, userId, plantId)
  if (!known) return undefined
  const row = { ...known, ...toColumns(change) }
  const { id, user_id, ...columns } = { ...row, ...scheduled(row) }
  await tx.updateTable('plant').set(columns).where('id', '=', id).where('user_id', '=', user_id).execute()
  if (columns.is_dead === 1) await tx.deleteFrom('plant_condition').where('plant_id', '=', id).execute()
  if (columns.last_watered_at !== null && columns.last_watered_at !== known.last_watered_at) {
    await insertWaterings(tx, [row])
  }
  return toPlant(row)
}

/** Removes a plant with its waterings and its condition; false when the user has no such plant. */
export async function deletePlant(db: Db, userId: string, plantId: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('plant')
    .where('id', '=', plantId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

/** Waters the living plants of the user, or the one that is named, and returns them as they are afterwards. */
export async function waterPlants(
  tx: Tx,
  userId: string,
  { at, plantId }: { at: number; plantId?: string },
): Promise<Plant[]> {
  const rows = await tx
    .updateTable('plant')
    .set((set) => ({
      last_watered_at: at,
      base_at: at,
      // Whole days: integers on both databases.
      due_at: set(set.val(at), '+', set('water_every_days', '*', 86_400_000)),
    }))
    .where('user_id', '=', userId)
    .where('is_dead', '=', 0)
    .$if(plantId !== undefined, (query) => query.where('id', '=', plantId ?? ''))
    .returningAll()
    .execute()
  await deleteWateringsOfThisMinute(tx, rows, at)
  await insertWaterings(tx, rows)
  return rows.toSorted((one, other) => one.created_at - other.created_at).map(toPlant)
}

/** When the user's plants, or one of them, were watered; newest first. */
export async function listWaterings(
  db: Db,
  userId: string,
  {
    from,
    to,
    plantId,
    after,
    limit = WATERINGS_MAX,
  }: {
    from: number
    to: number
    plantId?: string | undefined
    /** Only those after this one in the order of the list: older. */
    after?: { readonly at: number; readonly plantId: string } | undefined
    limit?: number
  },
): Promise<WateringEvent[]> {
  const rows = await db
    .selectFrom('watering')
    .innerJoin('plant', 'plant.id', 'watering.plant_id')
    .select(['watering.plant_id', 'watering.at', 'plant.name'])
    .where('watering.user_id', '=', userId)
    .where('watering.at', '>=', from)
    .where('watering.at', '<=', to)
    .$if(plantId !== undefined, (query) => query.where('watering.plant_id', '=', plantId ?? ''))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('watering.at', 'watering.plant_id'), '<', tuple(after?.at ?? 0, after?.plantId ?? '')),
      ),
    )
    .orderBy('watering.at', 'desc')
    .orderBy('watering.plant_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ plant_id, at, name }) => ({ plantId: plant_id, plantName: name, time: toTimestamp(at) }))
}

async function findRow(db: Db, userId: string, plantId: string): Promise<PlantRow | undefined> {
  return db.selectFrom('plant').selectAll().where('id', '=', plantId).where('user_id', '=', userId).executeTakeFirst()
}

/** Two waterings within a minute count as one: the history is for people, and must not grow with every click. */
async function deleteWateringsOfThisMinute(
  tx: Tx,
  plants: ReadonlyArray<{ id: string }>,
  wateredAt: number,
): Promise<void> {
  for (let from = 0; from < plants.length; from += 100) {
    const ids = plants.slice(from, from + 100).map(({ id }) => id)
    await tx
      .deleteFrom('watering')
      .where('plant_id', 'in', ids)
      .where('at', '>', wateredAt - MINUTE_MS)
      .where('at', '<', wateredAt)
      .execute()
  }
}

async function insertWaterings(tx: Tx, rows: readonly PlantRow[]): Promise<void> {
  const waterings = rows.flatMap(({ id, user_id, last_watered_at }) =>
    last_watered_at === null ? [] : [{ plant_id: id, user_id, at: last_watered_at }],
  )
  for (let from = 0; from < waterings.length; from += 100) {
    await tx
      .insertInto('watering')
      .values(waterings.slice(from, from + 100))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
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
    ...(planted === undefined || planted === null
      ? {}
      : { planted_at: planted === '' ? null : fromTimestamp(planted) }),
    ...(lastWatered === undefined || lastWatered === null ? {} : { last_watered_at: fromTimestamp(lastWatered) }),
    ...(waterEvery === undefined ? {} : { water_every_days: waterEvery }),
    ...(isDead === undefined ? {} : { is_dead: Number(isDead) }),
  }
}

function toPlant(row: PlantRow): Plant {
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
  }
}
