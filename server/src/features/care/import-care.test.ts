import { randomUUID } from 'node:crypto'
import {
  addDays,
  CARE_AT_ONCE_MAX,
  CARE_PAGE_MAX,
  careRoutes,
  DAY_MS,
  plantRoutes,
  taskRoutes,
  toTimestamp,
  type Care,
  type Plant,
  type Task,
} from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { createWorld } from '../../../test/world.ts'

const EVERY = 7

describe.each(databases)('an import of care on %s', (_name, open) => {
  async function garden(plants: number) {
    const { clock, as } = await createWorld({}, await open())
    const ann = await as('ann')
    const ids: string[] = []
    for (let count = 0; count < plants; count++) {
      const body = { plantName: `Plant ${count}`, plantType: 'Herb', waterEvery: EVERY }
      ids.push((await ann.call(plantRoutes.create, { body })).body.plantId)
    }
    const at = (days: number) => toTimestamp(clock.now - days * DAY_MS)
    /** Logs the same for all plants by one request. */
    const add = (body: object) => ann.call(careRoutes.add, { body: { careId: randomUUID(), plantIds: ids, ...body } })
    const tasks = async (): Promise<Task[]> => (await ann.call(taskRoutes.list)).body
    const plantsNow = async (): Promise<Plant[]> => (await ann.call(plantRoutes.list)).body
    const log = async (query: object = {}): Promise<Care[]> => {
      const all: Care[] = []
      for (;;) {
        const before = all.at(-1)?.careId
        const page = { ...query, limit: String(CARE_PAGE_MAX), ...(before && { before }) }
        const { status, body } = await ann.call(careRoutes.list, { query: page })
        expect(status).toBe(200)
        all.push(...body)
        if (body.length < CARE_PAGE_MAX) return all
      }
    }
    return { ann, ids, at, add, tasks, plantsNow, log }
  }

  test('adds 5,000 waterings, counts from the newest, and adds nothing when they come again', async () => {
    const { ids, at, add, tasks, plantsNow, log } = await garden(CARE_AT_ONCE_MAX)
    // In no order, as in a file by plant.
    const days = [5, 3, 4, 1, 2].map((ago) => ({ careId: randomUUID(), kind: 'water', at: at(ago) }))
    for (const day of days) {
      const { status, body } = await add(day)
      expect([status, body.merged, body.care.length]).toEqual([200, false, CARE_AT_ONCE_MAX])
    }
    const imported = await log()
    const ofPlants = Map.groupBy(imported, ({ plantId }) => plantId)
    expect(new Set(ofPlants.keys())).toEqual(new Set(ids))
    const expected = [1, 2, 3, 4, 5].map(at)
    expect([...ofPlants.values()].filter((own) => own.map((one) => one.at).join() !== expected.join())).toEqual([])
    const due = addDays(at(1).slice(0, 10), EVERY)
    const planned = await tasks()
    expect(planned).toHaveLength(CARE_AT_ONCE_MAX)
    expect(planned.filter(({ dueDate, lastDoneAt }) => dueDate !== due || lastDoneAt !== at(1))).toEqual([])
    expect((await plantsNow()).filter(({ lastWatered }) => lastWatered !== at(1))).toEqual([])

    // The same requests, and those of a program that gives each entry a new id.
    for (const day of days) expect((await add(day)).body.merged).toBe(false)
    for (const day of days) expect((await add({ ...day, careId: randomUUID() })).body.merged).toBe(true)
    expect(await log()).toEqual(imported)
    expect(await tasks()).toEqual(planned)
    const tooMany = await add({ kind: 'water', plantIds: [...ids, randomUUID()] })
    expect([tooMany.status, tooMany.body.errors]).toEqual([400, { plantIds: ['At most 1000 plants at once'] }])
  })

  test('adds a year of one plant in any order, and nothing when it comes again', async () => {
    const { ids, at, add, tasks, log } = await garden(1)
    const year = [
      ...Array.from({ length: 365 }, (_, day) => ({ careId: randomUUID(), kind: 'water', at: at(day + 1) })),
      ...Array.from({ length: 12 }, (_, month) => ({ careId: randomUUID(), kind: 'feed', at: at(30 * month + 1.5) })),
    ]
    // 7 has no factor in common with the number of entries, so that each comes once.
    const mixed = year.map((_, index) => year[(index * 7) % year.length] ?? {})
    for (const entry of mixed) expect((await add(entry)).status).toBe(200)
    const imported = await log({ plant: ids[0] })
    expect(new Set(imported.map(({ careId }) => careId))).toEqual(new Set(year.map(({ careId }) => careId)))
    expect(imported.map((one) => one.at)).toEqual(
      year
        .map((one) => one.at)
        .toSorted()
        .toReversed(),
    )
    expect(await log({ plant: ids[0], kinds: 'feed' })).toHaveLength(12)
    const due = { lastDoneAt: at(1), dueDate: addDays(at(1).slice(0, 10), EVERY) }
    expect(await tasks()).toMatchObject([due])

    for (const entry of mixed) await add(entry)
    expect(await log({ plant: ids[0] })).toEqual(imported)
    expect(await tasks()).toMatchObject([due])
  })
})
