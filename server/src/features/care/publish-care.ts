import { CARE_LIVE_MAX } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { hubTopic } from '../../platform/live/topics.ts'
import { findPlants } from '../plants/plant-store.ts'
import { findTasksAbout } from '../tasks/task-store.ts'
import type { CareRow } from './care-row.ts'
import { findCare } from './care-store.ts'

type Touched = Pick<CareRow, 'id' | 'kind' | 'plant_id' | 'task_id'>

/** Shows the browsers of a household the entries that an act has logged, changed or removed, once that is committed. */
export async function publishCare(
  { db, hub }: Pick<Context, 'db' | 'hub'>,
  householdId: string,
  entries: readonly Touched[],
): Promise<void> {
  if (entries.length === 0) return
  const content = entries.length > CARE_LIVE_MAX ? undefined : await contentOf(db, householdId, entries)
  hub.publish(
    hubTopic.careOf(householdId),
    content
      ? { eventType: 'care', householdId, ...content }
      : { eventType: 'ServerReportsChange', changed: ['care', 'tasks', 'plants', 'alerts'] },
  )
}

/** Returns what a message of care holds; undefined when it is too much for one. */
async function contentOf(db: Context['db'], householdId: string, entries: readonly Touched[]) {
  const plantIds = entries.flatMap(({ plant_id }) => plant_id ?? [])
  const kinds = [...new Set(entries.map(({ kind }) => kind))]
  const taskIds = [...new Set(entries.flatMap(({ task_id }) => task_id ?? []))]
  const tasks = await findTasksAbout(db, householdId, { taskIds, plantIds, kinds }, CARE_LIVE_MAX + 1)
  if (tasks.length > CARE_LIVE_MAX) return undefined
  const ids = entries.map(({ id }) => id)
  const care = await findCare(db, householdId, ids)
  const kept = new Set(care.map(({ careId }) => careId))
  const plants = kinds.includes('water') ? await findPlants(db, householdId, plantIds) : []
  return {
    care,
    removed: ids.filter((id) => !kept.has(id)),
    tasks,
    watered: plants.map(({ plantId, lastWatered }) => ({ plantId, lastWatered })),
  }
}
