import { join } from 'node:path'
import { taskInput, userRoutes } from '@greenhouse/contract'
import { insertCare } from '../server/src/features/care/care-store.ts'
import { insertPlant } from '../server/src/features/plants/plant-store.ts'
import { refreshTasks } from '../server/src/features/tasks/due-store.ts'
import { newTaskRow } from '../server/src/features/tasks/task-row.ts'
import { insertTask } from '../server/src/features/tasks/task-store.ts'
import { openSqliteDatabase } from '../server/src/platform/db/open.ts'
import type { Tx } from '../server/src/platform/db/schema.ts'
import { openLog } from '../server/src/platform/log.ts'
import type { Grower } from '../testing/growers.ts'
import type { RunningServer } from '../testing/running-server.ts'

export const PLANTS = 1000
export const KINDS = ['water', 'feed', 'mist', 'prune', 'check'] as const
export const ENTRIES_PER_PLANT = 60
const NOW = Date.now()
const DAY_MS = 86_400_000

/**
 * Fills the household while the server is stopped. Returns the ids of its plants.
 * @param restOf the days since the newest entry about a plant; later than its plan, and its work is overdue
 */
export async function fillHousehold(
  server: RunningServer,
  owner: Grower,
  restOf: (index: number) => number = () => 1,
): Promise<string[]> {
  const { userId } = await owner.call(userRoutes.get)
  await server.kill()
  const { db, close } = await openSqliteDatabase(join(server.dataDir, 'greenhouse.db'), openLog('warn'))
  const plantIds = Array.from({ length: PLANTS }, () => crypto.randomUUID())
  await db.transaction().execute(async (tx) => {
    for (const [index, plantId] of plantIds.entries())
      await addPlant(tx, { userId, plantId, index, rest: restOf(index) })
    await refreshTasks(tx, userId, { plantIds })
  })
  await close()
  await server.start()
  return plantIds
}

async function addPlant(
  tx: Tx,
  { userId, plantId, index, rest }: Record<'userId' | 'plantId', string> & Record<'index' | 'rest', number>,
): Promise<void> {
  const names = { plantName: `Tomato ${index}`, plantType: 'Solanum lycopersicum', plantNotes: 'Bed 3, east side' }
  const dates = { planted: null, lastWatered: null, waterEvery: null, isDead: false }
  await insertPlant(tx, userId, { ...names, ...dates, id: plantId, createdAt: NOW - 365 * DAY_MS + index, max: PLANTS })
  for (const [at, kind] of KINDS.entries()) {
    const input = taskInput.parse({
      plantId,
      kind,
      repeat: 'after',
      every: 7 + ((index + at) % 40),
      startsOn: '2026-01-01',
    })
    const taskId = crypto.randomUUID()
    await insertTask(tx, newTaskRow(input, { taskId, householdId: userId, userId, createdAt: NOW }))
  }
  const entries = Array.from({ length: ENTRIES_PER_PLANT }, (_, entry) => ({
    id: crypto.randomUUID(),
    household_id: userId,
    plant_id: plantId,
    place_id: null,
    task_id: null,
    kind: KINDS[entry % KINDS.length]!,
    label: '',
    at: NOW - (entry + rest) * DAY_MS - index,
    done_by: userId,
    source: 'person' as const,
    note: '',
    search_text: '',
    amount: null,
    amount_unit: null,
    batch_id: null,
    undid_snooze: null,
    undid_snoozes: 0,
    created_at: NOW,
  }))
  await insertCare(tx, entries)
}
