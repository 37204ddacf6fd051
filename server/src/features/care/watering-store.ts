import { toTimestamp, type WateringEvent } from '@greenhouse/contract'
import type { Db, Tx } from '../../platform/db/schema.ts'
import type { CareRow } from './care-row.ts'
import { isOfChart, isOnChart, type OfChart } from './chart-care-store.ts'

const WATERINGS_MAX = 500
const AT_ONCE = 100

/** Returns the living plants of a household, in the order of creation. */
export async function listLiving(db: Db, householdId: string): Promise<string[]> {
  const living = db.selectFrom('plant').select('id').where('household_id', '=', householdId).where('is_dead', '=', 0)
  return (await living.orderBy('created_at').orderBy('id').execute()).map(({ id }) => id)
}

/** Returns the waterings of an instant: of one plant or of all, and of a person where that is asked for. */
export async function findWaterings(
  db: Db,
  householdId: string,
  { at, plantId, doneBy }: { at: number; plantId: string | undefined; doneBy: string | undefined },
): Promise<CareRow[]> {
  return db
    .selectFrom('care')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('kind', '=', 'water')
    .where('at', '=', at)
    .where('plant_id', 'is not', null)
    .$if(plantId !== undefined, (query) => query.where('plant_id', '=', plantId ?? ''))
    .$if(doneBy !== undefined, (query) => query.where('done_by', '=', doneBy ?? ''))
    .execute()
}

/** Returns those of the plants that were watered last at an instant. */
export async function listLastWateredAt(db: Db, plantIds: readonly string[], at: number): Promise<string[]> {
  const ids: string[] = []
  for (let from = 0; from < plantIds.length; from += AT_ONCE) {
    const rows = await db
      .selectFrom('plant')
      .select('id')
      .where('id', 'in', plantIds.slice(from, from + AT_ONCE))
      .where('last_watered_at', '=', at)
      .execute()
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** Removes the waterings of a plant after an instant, or all with null. */
export async function deleteLaterWaterings(tx: Tx, plantId: string, at: number | null): Promise<void> {
  await tx
    .deleteFrom('care')
    .where('plant_id', '=', plantId)
    .where('kind', '=', 'water')
    .$if(at !== null, (query) => query.where('at', '>', at ?? 0))
    .execute()
}

/** Returns the waterings of plants, newest first. */
export async function listWaterings(
  db: Db,
  householdId: string,
  {
    from,
    to,
    plantId,
    after,
    limit = WATERINGS_MAX,
    ...chart
  }: OfChart & {
    from: number
    to: number
    plantId?: string | undefined
    after?: { readonly at: number; readonly plantId: string } | undefined
    limit?: number
  },
): Promise<WateringEvent[]> {
  const rows = await db
    .selectFrom('care')
    .innerJoin('plant', 'plant.id', 'care.plant_id')
    .select(['plant.id', 'care.at', 'plant.name'])
    .where('care.kind', '=', 'water')
    .where('care.household_id', '=', householdId)
    .where('care.at', '>=', from)
    .where('care.at', '<=', to)
    .$if(plantId !== undefined, (query) => query.where('care.plant_id', '=', plantId ?? ''))
    .$if(isOfChart(chart), (query) => query.where(isOnChart(householdId, chart)))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('care.at', 'care.plant_id'), '<', tuple(after?.at ?? 0, after?.plantId ?? '')),
      ),
    )
    .orderBy('care.at', 'desc')
    .orderBy('care.plant_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, at, name }) => ({ plantId: id, plantName: name, time: toTimestamp(at) }))
}
