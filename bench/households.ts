import { join } from 'node:path'
import {
  deviceRoutes,
  householdRoutes,
  HOUSEHOLD_PEOPLE_MAX,
  placeRoutes,
  plantRoutes,
  seriesRoutes,
  userRoutes,
  type Route,
} from '@greenhouse/contract'
import { insertHousehold } from '../server/src/features/households/household-store.ts'
import { insertMember } from '../server/src/features/households/member-store.ts'
import { insertPlant } from '../server/src/features/plants/plant-store.ts'
import { insertUser } from '../server/src/features/users/user-store.ts'
import { openSqliteDatabase } from '../server/src/platform/db/open.ts'
import type { Tx } from '../server/src/platform/db/schema.ts'
import { openLog } from '../server/src/platform/log.ts'
import { addDevice, register, registration, type Grower } from '../testing/growers.ts'
import { startServer, type RunningServer } from '../testing/running-server.ts'
import { lettersOf } from './owned-devices.ts'
import { processorSecondsOf } from './processor-time.ts'
import { atMost, type Bench, type Figure } from './result.ts'

const PLANTS = 100
const PLACES = 50
const DEVICES = 10
/** Of each other household. */
const OTHER_PLANTS = 3
const HOUSEHOLDS = [1, 100, 10_000]
const ROUNDS = 5
const ASKED = 300
/** Inserted in one transaction. */
const BATCH = 500
const NOW = Date.now()

interface List {
  readonly what: string
  readonly route: Route
  readonly rows: number
}

const LISTS: readonly List[] = [
  { what: `${PLANTS} plants`, route: plantRoutes.list, rows: PLANTS },
  { what: `${DEVICES} devices`, route: deviceRoutes.list, rows: DEVICES },
  { what: `${DEVICES} series with their newest values`, route: seriesRoutes.newest, rows: DEVICES },
  { what: `${PLACES} places`, route: placeRoutes.list, rows: PLACES },
  { what: 'the households of a person', route: householdRoutes.list, rows: 1 },
]

/** The processor time of a request, ms, by list. */
type Costs = readonly number[]

export const householdsBench: Bench = {
  name: 'households',
  how: `Lists of one household over HTTP, each asked for ${ROUNDS} times ${ASKED} times: the processor time of the server for a request, of the best round, on a server with ${HOUSEHOLDS.map((count) => count.toLocaleString('en')).join(', ')} households, then with ${HOUSEHOLD_PEOPLE_MAX} people in it. Each ratio is to the same list before.`,
  async run() {
    const server = await startServer()
    try {
      const owner = await furnished(server)
      const costs: Costs[] = []
      for (const [index, count] of HOUSEHOLDS.entries()) {
        await whileStopped(server, (tx, at) => addHousehold(tx, at), { from: HOUSEHOLDS[index - 1] ?? 1, to: count })
        costs.push(await measure(server, owner))
      }
      const { userId } = await owner.call(userRoutes.get)
      await whileStopped(server, (tx, at) => addPerson(tx, userId, at), { from: 1, to: HOUSEHOLD_PEOPLE_MAX })
      const crowded = await measure(server, owner)
      return LISTS.flatMap(({ what }, index) =>
        figuresOf(
          what,
          costs.map((one) => one[index]!),
          crowded[index]!,
        ),
      )
    } finally {
      await server.close()
    }
  },
}

/** The list of households shows the people, so that it may cost more with more of them. */
function figuresOf(what: string, byHouseholds: readonly number[], crowded: number): Figure[] {
  const [alone = 0, hundred = 0, most = 0] = byHouseholds
  return [
    atMost(`${what}, processor time in the only household`, alone, 10, 'ms'),
    atMost(`${what}, among 100 households to the only one`, hundred / alone, 1.2, 'times'),
    atMost(`${what}, among 10,000 households to the only one`, most / alone, 1.2, 'times'),
    atMost(`${what}, with ${HOUSEHOLD_PEOPLE_MAX} people to one`, crowded / most, 1.2, 'times'),
  ]
}

async function furnished({ url }: RunningServer): Promise<Grower> {
  const owner = await register(url)
  for (let index = 0; index < DEVICES; index++) {
    const { deviceId } = await addDevice(owner, `Board ${index}`)
    await owner.call(seriesRoutes.add, { params: { deviceId }, body: { metric: 'temperature' } })
  }
  for (let index = 0; index < PLACES; index++)
    await owner.call(placeRoutes.create, { body: { name: `Bench ${index}`, kind: 'bench' } })
  for (let index = 0; index < PLANTS; index++)
    await owner.call(plantRoutes.create, { body: { plantName: `Basil ${index}`, plantType: 'Herb', waterEvery: 3 } })
  return owner
}

async function measure({ pid }: RunningServer, owner: Grower): Promise<Costs> {
  const costs = LISTS.map((): number[] => [])
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, list] of LISTS.entries()) {
      const before = processorSecondsOf(pid)
      for (let asked = 0; asked < ASKED; asked++) await ask(owner, list)
      costs[index]!.push(((processorSecondsOf(pid) - before) * 1000) / ASKED)
    }
  return costs.map((rounds) => Math.min(...rounds))
}

async function ask(owner: Grower, { what, route, rows }: List): Promise<void> {
  const { status, body } = await owner.send(route)
  const found = Array.isArray(body) ? body.length : undefined
  if (status !== 200 || found !== rows) throw new Error(`The list of ${what} came with ${status} and ${found} rows.`)
}

/** Adds rows to the database of a server that is stopped meanwhile. */
async function whileStopped(
  server: RunningServer,
  add: (tx: Tx, at: number) => Promise<void>,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  await server.kill()
  const { db, close } = await openSqliteDatabase(join(server.dataDir, 'greenhouse.db'), openLog('warn'))
  for (let start = from; start < to; start += BATCH)
    await db.transaction().execute(async (tx) => {
      for (let at = start; at < Math.min(start + BATCH, to); at++) await add(tx, at)
    })
  await close()
  await server.start()
}

async function addHousehold(tx: Tx, at: number): Promise<void> {
  const ownerId = await addUser(tx, `Other${lettersOf(at)}`)
  const silenceRuleId = crypto.randomUUID()
  await insertHousehold(tx, { householdId: ownerId, name: 'Garden', ownerId, silenceRuleId, createdAt: NOW })
  for (let index = 0; index < OTHER_PLANTS; index++) {
    const plant = { plantName: `Mint ${index}`, plantType: 'Herb', plantNotes: '', planted: null, lastWatered: null }
    const more = { waterEvery: 3, isDead: false, id: crypto.randomUUID(), createdAt: NOW, max: OTHER_PLANTS }
    await insertPlant(tx, ownerId, { ...plant, ...more })
  }
}

async function addPerson(tx: Tx, householdId: string, at: number): Promise<void> {
  const userId = await addUser(tx, `Guest${lettersOf(at)}`)
  await insertMember(tx, { householdId, userId, role: 'carer', tells: true, joinedAt: NOW + at })
}

async function addUser(tx: Tx, firstName: string): Promise<string> {
  const { password: _password, ...person } = registration(firstName)
  const id = crypto.randomUUID()
  await insertUser(tx, { ...person, id, passwordHash: 'none', createdAt: NOW })
  return id
}
