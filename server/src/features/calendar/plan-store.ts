import { effectiveDueAt, type Place } from '@greenhouse/contract'
import type { Db } from '../../platform/db/schema.ts'
import { listPlaces } from '../places/place-store.ts'
import { planOf } from '../tasks/task-row.ts'
import type { CalendarPlan } from './calendar-events.ts'

/** Returns the tasks of a household that go on, except those of dead plants, with their plants and places. */
export async function listPlans(db: Db, householdId: string): Promise<CalendarPlan[]> {
  const pathOf = paths(await listPlaces(db, householdId))
  const rows = await db
    .selectFrom('task')
    .leftJoin('plant', 'plant.id', 'task.plant_id')
    .selectAll('task')
    .select(['plant.name as plant_name', 'plant.place_id as plant_place_id'])
    .where('task.household_id', '=', householdId)
    .where('task.ended_at', 'is', null)
    .where('task.due_at', 'is not', null)
    .where((where) => where.or([where('plant.is_dead', 'is', null), where('plant.is_dead', '=', 0)]))
    .execute()
  return rows.map((row) => ({
    taskId: row.id,
    plan: planOf(row),
    label: row.label,
    dueAt: effectiveDueAt(row.due_at, row.snoozed_until),
    plantId: row.plant_id,
    plantName: row.plant_name,
    placePath: pathOf(row.plant_id === null ? row.place_id : row.plant_place_id),
    assignedTo: row.assigned_to,
  }))
}

/** Returns a function that names a place with those above it, the topmost first. */
function paths(places: readonly Place[]): (placeId: string | null) => string[] {
  const byId = new Map(places.map((place) => [place.placeId, place]))
  return function pathOf(placeId): string[] {
    const place = byId.get(placeId ?? '')
    return place ? [...pathOf(place.parentId), place.name] : []
  }
}
