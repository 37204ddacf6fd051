import { join } from 'node:path'
import {
  careRoutes,
  plantRoutes,
  taskInput,
  taskRoutes,
  userRoutes,
  type Parts,
  type Route,
} from '@greenhouse/contract'
import { insertCare } from '../server/src/features/care/care-store.ts'
import { refreshTasks } from '../server/src/features/tasks/due-store.ts'
import { insertPlant } from '../server/src/features/plants/plant-store.ts'
import { newTaskRow } from '../server/src/features/tasks/task-row.ts'
import { insertTask } from '../server/src/features/tasks/task-store.ts'
import { openSqliteDatabase } from '../server/src/platform/db/open.ts'
import type { Tx } from '../server/src/platform/db/schema.ts'
import { openLog } from '../server/src/platform/log.ts'
import { register, type Grower } from '../testing/growers.ts'
import { startServer, type RunningServer } from '../testing/running-server.ts'
import { processorSecondsOf } from './processor-time.ts'
import { atMost, percentile, type Bench, type Figure } from './result.ts'

const PLANTS = 1000
const KINDS = ['water', 'feed', 'mist', 'prune', 'check'] as const
const ENTRIES_PER_PLANT = 60
const ASKED = 40
const NOW = Date.now()
const DAY_MS = 86_400_000

interface Request {
  readonly what: string
  readonly route: Route
  readonly parts: () => Parts
  readonly limit: number
}

export const careBench: Bench = {
  name: 'care',
  how: `A household with ${PLANTS.toLocaleString('en')} plants, ${(PLANTS * KINDS.length).toLocaleString('en')} tasks and ${(PLANTS * ENTRIES_PER_PLANT).toLocaleString('en')} entries in the care log. Each request is sent ${ASKED} times over HTTP: the processor time of the server for a request, and the median of the times.`,
  async run() {
    const server = await startServer()
    try {
      const owner = await register(server.url)
      const plantIds = await fill(server, owner)
      const [task] = await owner.call(taskRoutes.list)
      const figures: Figure[] = []
      for (const request of requests(plantIds, task!.taskId)) figures.push(...(await measure(server, owner, request)))
      return figures
    } finally {
      await server.close()
    }
  },
}

function requests(plantIds: readonly string[], taskId: string): Request[] {
  let next = 0
  const plantId = () => plantIds[next++ % plantIds.length]!
  return [
    { what: 'what is due today', route: careRoutes.today, parts: () => ({}), limit: 60 },
    { what: 'all tasks', route: taskRoutes.list, parts: () => ({}), limit: 60 },
    { what: 'all plants', route: plantRoutes.list, parts: () => ({}), limit: 30 },
    {
      what: 'the newest 50 entries of a plant',
      route: careRoutes.list,
      parts: () => ({ query: { plant: plantId() } }),
      limit: 5,
    },
    {
      what: 'the newest 200 entries of all',
      route: careRoutes.list,
      parts: () => ({ query: { limit: 200 } }),
      limit: 10,
    },
    {
      what: 'a task that is done',
      route: careRoutes.done,
      parts: () => ({ params: { taskId }, body: { careId: crypto.randomUUID() } }),
      limit: 10,
    },
    {
      what: 'a plant that is watered',
      route: plantRoutes.water,
      parts: () => ({ query: { plantId: plantId() } }),
      limit: 10,
    },
    { what: 'all plants watered at once', route: plantRoutes.waterAll, parts: () => ({}), limit: 300 },
  ]
}

async function measure(
  { pid }: RunningServer,
  owner: Grower,
  { what, route, parts, limit }: Request,
): Promise<Figure[]> {
  await timeOf(owner, what, route, parts())
  const before = processorSecondsOf(pid)
  const times: number[] = []
  while (times.length < ASKED) times.push(await timeOf(owner, what, route, parts()))
  const processorMs = ((processorSecondsOf(pid) - before) * 1000) / ASKED
  return [
    atMost(`${what}, processor time`, processorMs, limit, 'ms'),
    atMost(`${what}, median`, percentile(times, 0.5), limit, 'ms'),
  ]
}

async function timeOf(owner: Grower, what: string, route: Route, parts: Parts): Promise<number> {
  const started = performance.now()
  const { status } = await owner.send(route, parts)
  if (status !== 200) throw new Error(`The request for ${what} came back with ${status}.`)
  return performance.now() - started
}

/** Fills the household while the server is stopped. Returns the ids of its plants. */
async function fill(server: RunningServer, owner: Grower): Promise<string[]> {
  const { userId } = await owner.call(userRoutes.get)
  await server.kill()
  const { db, close } = await openSqliteDatabase(join(server.dataDir, 'greenhouse.db'), openLog('warn'))
  const plantIds = Array.from({ length: PLANTS }, () => crypto.randomUUID())
  await db.transaction().execute(async (tx) => {
    for (const [index, plantId] of plantIds.entries()) await addPlant(tx, { userId, plantId, index })
    await refreshTasks(tx, userId, { plantIds })
  })
  await close()
  await server.start()
  return plantIds
}

async function addPlant(
  tx: Tx,
  { userId, plantId, index }: { readonly userId: string; readonly plantId: string; readonly index: number },
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
    at: NOW - (entry + 1) * DAY_MS - index,
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
