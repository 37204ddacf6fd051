import type { PlantLabel } from '@greenhouse/contract'
import type { Db } from '../../platform/db/schema.ts'

/** Returns the labels of these plants of a household, by default of all living ones, by name. */
export async function listLabels(
  db: Db,
  householdId: string,
  plantIds: readonly string[] | undefined,
): Promise<PlantLabel[]> {
  const plants = db
    .selectFrom('plant')
    .select(['id as plantId', 'name as plantName', 'species', 'code'])
    .where('household_id', '=', householdId)
    .orderBy('name')
    .orderBy('id')
  return plantIds ? plants.where('id', 'in', plantIds).execute() : plants.where('is_dead', '=', 0).execute()
}

/** Returns the plant with a code when a person is in its household. */
export async function findPlantByCode(
  db: Db,
  userId: string,
  code: string,
): Promise<{ plantId: string; householdId: string } | undefined> {
  return db
    .selectFrom('plant')
    .innerJoin('household_member as member', 'member.household_id', 'plant.household_id')
    .select(['plant.id as plantId', 'plant.household_id as householdId'])
    .where('member.user_id', '=', userId)
    .where('plant.code', '=', code)
    .executeTakeFirst()
}
