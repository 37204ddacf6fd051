import { searchTextOf, type Place } from '@greenhouse/contract'
import type { Selectable } from 'kysely'
import type { Db, Schema, Tx } from '../../platform/db/schema.ts'

export async function listPlaces(db: Db, householdId: string): Promise<Place[]> {
  const rows = await db
    .selectFrom('place')
    .selectAll()
    .where('household_id', '=', householdId)
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toPlace)
}

export async function findPlace(db: Db, householdId: string, placeId: string): Promise<Place | undefined> {
  const row = await db
    .selectFrom('place')
    .selectAll()
    .where('id', '=', placeId)
    .where('household_id', '=', householdId)
    .executeTakeFirst()
  return row && toPlace(row)
}

export async function insertPlace(
  tx: Tx,
  householdId: string,
  { createdAt, ...place }: Place & { readonly createdAt: number },
): Promise<void> {
  await tx
    .insertInto('place')
    .values({ id: place.placeId, household_id: householdId, created_at: createdAt, ...toColumns(place) })
    .execute()
}

export async function updatePlace(tx: Tx, householdId: string, place: Place): Promise<void> {
  await tx
    .updateTable('place')
    .set(toColumns(place))
    .where('id', '=', place.placeId)
    .where('household_id', '=', householdId)
    .execute()
}

/** Moves the places in a parent from a position on. */
export async function shiftSiblings(
  tx: Tx,
  householdId: string,
  { parentId, from, by }: { readonly parentId: string | null; readonly from: number; readonly by: 1 | -1 },
): Promise<void> {
  await tx
    .updateTable('place')
    .set((set) => ({ position: set('position', '+', by) }))
    .where('household_id', '=', householdId)
    .where('parent_id', 'is not distinct from', parentId)
    .where('position', '>=', from)
    .execute()
}

/**
 * Removes a place. Its plants, devices, tasks and care entries move to its parent, and its places behind the other places
 * of the parent.
 */
export async function deletePlace(
  tx: Tx,
  householdId: string,
  {
    placeId,
    parentId,
    behind,
  }: { readonly placeId: string; readonly parentId: string | null; readonly behind: number },
): Promise<void> {
  await tx
    .updateTable('place')
    .set((set) => ({ parent_id: parentId, position: set('position', '+', behind) }))
    .where('household_id', '=', householdId)
    .where('parent_id', '=', placeId)
    .execute()
  for (const table of ['plant', 'device', 'task', 'care'] as const) {
    const inPlace = tx.updateTable(table).where('household_id', '=', householdId).where('place_id', '=', placeId)
    await inPlace.set({ place_id: parentId }).execute()
  }
  await tx.deleteFrom('place').where('id', '=', placeId).where('household_id', '=', householdId).execute()
}

function toColumns({ parentId, name, leafOffset, lightSource, ...same }: Omit<Place, 'placeId'>) {
  const { kind, position, shelter, latitude, longitude, rain } = same
  const columns = {
    kind,
    position,
    shelter,
    latitude,
    longitude,
    rain,
    leaf_offset: leafOffset,
    light_source: lightSource,
  }
  return { parent_id: parentId, name, search_text: searchTextOf([name]), ...columns }
}

function toPlace(row: Selectable<Schema['place']>): Place {
  return {
    placeId: row.id,
    parentId: row.parent_id,
    name: row.name,
    kind: row.kind,
    position: row.position,
    shelter: row.shelter,
    latitude: row.latitude,
    longitude: row.longitude,
    leafOffset: row.leaf_offset,
    lightSource: row.light_source,
    rain: row.rain,
  }
}
