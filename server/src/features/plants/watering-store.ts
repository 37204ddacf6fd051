import { DAY_MS, MINUTE_MS, toTimestamp, type Plant, type WateringEvent } from '@greenhouse/contract'
import { sql, type ExpressionBuilder } from 'kysely'
import type { Db, Schema, Tx } from '../../platform/db/schema.ts'
import { toPlant, type PlantRow } from './plant-row.ts'
import { pagesOf } from '../../platform/db/pages.ts'

const WATERINGS_MAX = 500
const REMOVED_AT_ONCE = 5000

/** Waters the living plants of the household, or one of them. Returns their new state. */
export async function waterPlants(
  tx: Tx,
  householdId: string,
  { at, plantId }: { at: number; plantId?: string },
): Promise<Plant[]> {
  const rows = await tx
    .updateTable('plant')
    .set((set) => ({
      last_watered_at: at,
      base_at: at,
      // Whole days: integers on both databases.
      due_at: set(set.val(at), '+', set('water_every_days', '*', DAY_MS)),
    }))
    .where('household_id', '=', householdId)
    .where('is_dead', '=', 0)
    .$if(plantId !== undefined, (query) => query.where('id', '=', plantId ?? ''))
    .returningAll()
    .execute()
  await deleteWateringsOfThisMinute(tx, rows, at)
  await insertWaterings(tx, rows)
  return inOrder(rows)
}

/** Returns the plants whose last watering is now the one before; undefined when there was no such watering. */
export async function undoWatering(
  tx: Tx,
  householdId: string,
  { at, plantId }: { at: number; plantId: string | undefined },
): Promise<Plant[] | undefined> {
  const { numDeletedRows } = await tx
    .deleteFrom('watering')
    .where('household_id', '=', householdId)
    .where('at', '=', at)
    .$if(plantId !== undefined, (query) => query.where('plant_id', '=', plantId ?? ''))
    .executeTakeFirst()
  if (numDeletedRows === 0n) return undefined
  const rows = await tx
    .updateTable('plant')
    .set((set) => ({
      last_watered_at: newestWatering(set),
      base_at: baseAt(set),
      due_at: set(baseAt(set), '+', set('water_every_days', '*', DAY_MS)),
    }))
    .where('household_id', '=', householdId)
    .where('last_watered_at', '=', at)
    .$if(plantId !== undefined, (query) => query.where('id', '=', plantId ?? ''))
    .returningAll()
    .execute()
  return inOrder(rows)
}

/** Makes the last watering of a plant the newest in its history. */
export async function setLastWatering(tx: Tx, plant: PlantRow): Promise<void> {
  const { id, last_watered_at: at } = plant
  await tx
    .deleteFrom('watering')
    .where('plant_id', '=', id)
    .$if(at !== null, (query) => query.where('at', '>', at ?? 0))
    .execute()
  await insertWaterings(tx, [plant])
}

export async function listWaterings(
  db: Db,
  householdId: string,
  {
    from,
    to,
    plantId,
    deviceId,
    after,
    limit = WATERINGS_MAX,
  }: {
    from: number
    to: number
    plantId?: string | undefined
    deviceId?: string | undefined
    after?: { readonly at: number; readonly plantId: string } | undefined
    limit?: number
  },
): Promise<WateringEvent[]> {
  const rows = await db
    .selectFrom('watering')
    .innerJoin('plant', 'plant.id', 'watering.plant_id')
    .select(['watering.plant_id', 'watering.at', 'plant.name'])
    .where('watering.household_id', '=', householdId)
    .where('watering.at', '>=', from)
    .where('watering.at', '<=', to)
    .$if(plantId !== undefined, (query) => query.where('watering.plant_id', '=', plantId ?? ''))
    .$if(deviceId !== undefined, (query) => query.where(standsNear(householdId, deviceId ?? '')))
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

/** Whether a plant is in the place of a device or below it. A device in no place is in the household as a whole. */
function standsNear(householdId: string, deviceId: string) {
  const device = sql`from device where id = ${deviceId} and household_id = ${householdId}`
  return sql<boolean>`(exists (select 1 ${device} and place_id is null) or plant.place_id in (
    with recursive around (id) as (
      select place_id ${device}
      union all
      select place.id from around inner join place on place.parent_id = around.id
    )
    select id from around))`
}

/** Two waterings within a minute count as one: the history must not grow with every click. */
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
  const waterings = rows.flatMap(({ id, household_id, last_watered_at }) =>
    last_watered_at === null ? [] : [{ plant_id: id, household_id, at: last_watered_at }],
  )
  for (let from = 0; from < waterings.length; from += 100) {
    await tx
      .insertInto('watering')
      .values(waterings.slice(from, from + 100))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

function newestWatering(set: ExpressionBuilder<Schema, 'plant'>) {
  return set
    .selectFrom('watering')
    .select(({ fn }) => fn.max('watering.at').as('at'))
    .whereRef('watering.plant_id', '=', 'plant.id')
}

/** Equals `scheduleOf` of the contract. */
function baseAt(set: ExpressionBuilder<Schema, 'plant'>) {
  return set.fn.coalesce(newestWatering(set), 'planted_at', 'created_at')
}

function inOrder(rows: readonly PlantRow[]): Plant[] {
  return rows.toSorted((one, other) => one.created_at - other.created_at).map(toPlant)
}

/** Removes the waterings of the household's plants in pages, so that other requests are not blocked. */
export async function deleteWateringsInParts(db: Db, householdId: string): Promise<void> {
  const oldest = () =>
    db
      .selectFrom('watering')
      .select('at')
      .where('household_id', '=', householdId)
      .orderBy('at')
      .limit(REMOVED_AT_ONCE)
      .execute()
  for await (const { last } of pagesOf(REMOVED_AT_ONCE, oldest)) {
    await db.deleteFrom('watering').where('household_id', '=', householdId).where('at', '<=', last.at).execute()
  }
}
