import { randomUUID } from 'node:crypto'
import {
  CARE_AT_ONCE_MAX,
  careRoutes,
  householdRoutes,
  placeRoutes,
  plantRoutes,
  taskDueAt,
  taskRoutes,
  toTimestamp,
  type Task,
} from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../../testing/random.ts'
import { SEED } from '../../../../testing/test-run.ts'
import { databases } from '../../../test/databases.ts'
import { createWorld, type Person } from '../../../test/world.ts'
import { idFrom } from '../../platform/id-from.ts'
import { insertMember } from '../households/member-store.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const ZONE = 'Europe/Copenhagen'

describe.each(databases)('care on %s', (_name, open) => {
  async function garden() {
    const world = await createWorld({}, await open())
    const ann = await world.as('ann')
    const { householdId } = ann
    await ann.call(householdRoutes.edit, { params: { householdId }, body: { timeZone: ZONE } })
    const plant = async (plantName: string, more: object = {}) =>
      (await ann.call(plantRoutes.create, { body: { plantName, plantType: 'Herb', waterEvery: 7, ...more } })).body
        .plantId as string
    const task = async (more: object): Promise<Task> =>
      (await ann.call(taskRoutes.create, { body: { repeat: 'after', every: 7, startsOn: '2026-01-01', ...more } })).body
    const done = (taskId: string, body: object = {}, person: Person = ann) =>
      person.call(careRoutes.done, { params: { taskId }, body: { careId: randomUUID(), ...body } })
    const log = async (query: object = {}) => (await ann.call(careRoutes.list, { query: query })).body
    const tasks = async (): Promise<Task[]> => (await ann.call(taskRoutes.list)).body
    const find = async (taskId: string) => (await tasks()).find((one) => one.taskId === taskId)
    const member = async (name: string, role: 'viewer' | 'carer' | 'gardener') => {
      const person = await world.as(name)
      await world.app.context.db
        .transaction()
        .execute((tx) => insertMember(tx, { householdId, userId: person.userId, role, tells: true, joinedAt: 1 }))
      return person
    }
    return { ...world, ann, plant, task, done, log, tasks, find, member }
  }

  test('a plan for water is the interval of its plant, and a watering an entry of the care log', async () => {
    const { ann, plant, tasks, log } = await garden()
    const plantId = await plant('Basil')
    expect(await tasks()).toMatchObject([{ plantId, kind: 'water', repeat: 'after', every: 7, unit: 'day' }])
    const watered = (await ann.call(plantRoutes.water, { query: { plantId } })).body
    expect(await log()).toMatchObject([
      { plantId, kind: 'water', at: watered.lastWatered, source: 'client', by: { userId: ann.userId, name: 'ann' } },
    ])
    expect((await tasks())[0]).toMatchObject({ lastDoneAt: watered.lastWatered, lastDoneBy: 'ann' })
    await ann.call(plantRoutes.undoWatering, { query: { plantId, wateredAt: watered.lastWatered } })
    expect(await log()).toEqual([])
    expect((await tasks())[0]).toMatchObject({ lastDoneAt: null, lastDoneBy: null })
  })

  test('logs what was done, counts from it, and undoes it with the snooze that it ended', async () => {
    const { ann, plant, task, done, find, log, clock } = await garden()
    const plantId = await plant('San Marzano')
    const { taskId } = await task({ plantId, kind: 'feed', amount: 5, amountUnit: 'ml/l' })
    const until = toTimestamp(clock.now + 3 * DAY)
    await ann.call(taskRoutes.snooze, { params: { taskId }, body: { until } })
    expect(await find(taskId)).toMatchObject({ snoozedUntil: until, snoozes: 1 })
    const before = await find(taskId)
    const { body } = await done(taskId, { note: 'Half of it', amount: 2.5, amountUnit: 'ml/l' })
    expect(body.merged).toBe(false)
    expect(body.care).toMatchObject([{ kind: 'feed', plantId, taskId, note: 'Half of it', amount: 2.5 }])
    expect(body.task).toMatchObject({ snoozedUntil: null, snoozes: 0, lastDoneBy: 'ann' })
    expect(Date.parse(body.task.dueAt)).toBeGreaterThan(clock.now + 6 * DAY)
    const removed = await ann.call(careRoutes.remove, { params: { careId: body.care[0].careId }, query: {} })
    expect([removed.status, await log(), await find(taskId)]).toEqual([204, [], before])
  })

  test('logs the amount of the plan unless another is given', async () => {
    const { plant, task, done, clock } = await garden()
    const plantId = await plant('San Marzano')
    const { taskId } = await task({ plantId, kind: 'feed', amount: 5, amountUnit: 'ml/l' })
    expect((await done(taskId)).body.care).toMatchObject([{ amount: 5, amountUnit: 'ml/l' }])
    clock.now += MINUTE
    const other = { amount: 0.5, amountUnit: 'l' }
    expect((await done(taskId, other)).body.care).toMatchObject([other])
    clock.now += MINUTE
    expect((await done(taskId, { amount: 3 })).body.care).toMatchObject([{ amount: 3, amountUnit: null }])
  })

  test('logs an act that is sent again once, and joins those of two people within a minute', async () => {
    const { plant, task, done, log, member, clock } = await garden()
    const { taskId } = await task({ plantId: await plant('Lemon'), kind: 'feed' })
    const careId = randomUUID()
    const [first, again] = [await done(taskId, { careId }), await done(taskId, { careId })]
    expect(again.body).toEqual(first.body)
    const kim = await member('kim', 'carer')
    clock.now += MINUTE - 1
    const second = await done(taskId, {}, kim)
    expect(second.body).toMatchObject({ merged: true, care: [{ careId, by: { name: 'ann' } }] })
    clock.now += 1
    expect((await done(taskId, {}, kim)).body.merged).toBe(false)
    expect(await log()).toHaveLength(2)
    expect((await done(taskId, { careId }, kim)).status).toBe(409)
  })

  test('counts work of the same kind for the task of a plant, however it was logged', async () => {
    const { ann, plant, task, find, clock } = await garden()
    const plantId = await plant('Lemon')
    const { taskId } = await task({ plantId, kind: 'feed' })
    const { taskId: own } = await task({ plantId, kind: 'custom', label: 'Turn it' })
    const add = (body: object) =>
      ann.call(careRoutes.add, { body: { careId: randomUUID(), plantIds: [plantId], ...body } })
    await add({ kind: 'feed', at: toTimestamp(clock.now - DAY) })
    await add({ kind: 'custom', label: 'Wipe the leaves' })
    expect(await find(taskId)).toMatchObject({ lastDoneAt: toTimestamp(clock.now - DAY) })
    expect(await find(own)).toMatchObject({ lastDoneAt: null })
    // An earlier act never moves the base back.
    await add({ kind: 'feed', at: toTimestamp(clock.now - 9 * DAY) })
    expect(await find(taskId)).toMatchObject({ lastDoneAt: toTimestamp(clock.now - DAY) })
  })

  test('logs the work of a place for each living plant below it, in one batch that is undone together', async () => {
    const { ann, plant, task, done, log, clock } = await garden()
    const place = async (name: string, parentId: string | null) =>
      (await ann.call(placeRoutes.create, { body: { name, parentId } })).body.placeId
    const house = await place('House', null)
    const bench = await place('Bench', house)
    const ids: string[] = []
    for (const name of ['One', 'Two', 'Three', 'Elsewhere']) {
      clock.now += 1
      ids.push(await plant(name))
    }
    for (const plantId of ids.slice(0, 3))
      await ann.call(placeRoutes.movePlant, { params: { plantId }, body: { placeId: bench } })
    await ann.call(plantRoutes.markDead, { query: { plantId: ids[2]! } })
    const { taskId } = await task({ placeId: house, kind: 'mist' })
    const careId = randomUUID()
    const { body } = await done(taskId, { careId })
    expect(body.care.map((one: { plantId: string; careId: string }) => [one.plantId, one.careId])).toEqual([
      [ids[0], careId],
      [ids[1], idFrom(careId, ids[1]!)],
    ])
    await ann.call(careRoutes.remove, { params: { careId }, query: { batch: '1' } })
    expect(await log({ kinds: 'mist' })).toEqual([])
    const { taskId: clean } = await task({ placeId: house, kind: 'clean' })
    expect((await done(clean)).body.care).toMatchObject([{ plantId: null, placeId: house, kind: 'clean' }])
    const { taskId: empty } = await task({ placeId: await place('Empty', null), kind: 'mist' })
    expect((await done(empty)).status).toBe(409)
    // Removing a place keeps its log and its tasks.
    await ann.call(placeRoutes.remove, { params: { placeId: bench } })
    await ann.call(placeRoutes.remove, { params: { placeId: house } })
    expect(await log({ kinds: 'clean' })).toMatchObject([{ placeId: null }])
  })

  test('a carer undoes and edits only own entries for 30 days, a gardener any', async () => {
    const world = await garden()
    const { ann, plant, member } = world
    const plantId = await plant('Basil')
    const [kim, jo] = [await member('kim', 'carer'), await member('jo', 'gardener')]
    const add = async (person: Person) => {
      const careId = randomUUID()
      await person.call(careRoutes.add, { body: { careId, plantIds: [plantId], kind: 'note', note: 'Dry' } })
      return careId
    }
    const edit = async (person: Person, careId: string) =>
      (await person.call(careRoutes.edit, { params: { careId }, body: { note: 'Wet' } })).status
    const [anns, kims] = [await add(ann), await add(kim)]
    expect([await edit(kim, anns), await edit(kim, kims), await edit(jo, kims)]).toEqual([403, 200, 200])
    const { db } = world.app.context
    await db
      .updateTable('care')
      .set({ created_at: world.clock.now - 31 * DAY })
      .execute()
    expect([await edit(kim, kims), await edit(jo, kims)]).toEqual([403, 200])
  })

  test('refuses an act of the future, before 1900, on a dead plant and on a plan that is over', async () => {
    const { ann, plant, task, done, clock } = await garden()
    const plantId = await plant('Basil')
    const { taskId } = await task({ plantId, kind: 'feed' })
    const future = await done(taskId, { at: toTimestamp(clock.now + 2 * MINUTE) })
    expect([future.status, future.body.errors]).toEqual([400, { at: ['This is in the future.'] }])
    expect((await done(taskId, { at: '1899-12-31T00:00:00Z' })).status).toBe(400)
    expect((await done(taskId, { at: toTimestamp(clock.now + MINUTE) })).body.care[0].at).toBe(toTimestamp(clock.now))
    expect((await done(taskId, { amount: 0 })).body.errors).toEqual({ amount: ['Enter an amount above 0'] })
    await ann.call(taskRoutes.end, { params: { taskId } })
    expect((await done(taskId)).status).toBe(409)
    const { taskId: mist } = await task({ plantId, kind: 'mist' })
    await ann.call(plantRoutes.markDead, { query: { plantId } })
    expect((await done(mist)).body.type).toContain('plant.dead')
  })

  test('tasks of a dead plant rest, and are due by the same formula when it is revived', async () => {
    const { ann, plant, tasks } = await garden()
    const plantId = await plant('Basil')
    const [before] = await tasks()
    await ann.call(plantRoutes.markDead, { query: { plantId } })
    expect(await tasks()).toMatchObject([{ dueAt: null, dueDate: null }])
    expect((await ann.call(careRoutes.today)).body.tasks).toEqual([])
    await ann.call(plantRoutes.edit, { query: { plantId }, body: { isDead: false } })
    expect(await tasks()).toEqual([before])
  })

  test('a plan that was made in the app survives a client that sends back what it loaded', async () => {
    const { ann, plant, tasks } = await garden()
    const plantId = await plant('Basil')
    const taskId = (await tasks())[0]!.taskId
    const weekly = {
      repeat: 'weekly',
      weekdays: [5, 2],
      seasons: [{ from: '11-01', to: '02-28', every: null }],
    } as const
    await ann.call(taskRoutes.edit, {
      params: { taskId },
      body: { ...weekly, seasons: [...weekly.seasons], weekdays: [5, 2] },
    })
    const shown = (await ann.call(plantRoutes.get, { query: { plantId } })).body
    expect(shown.waterEvery).toBe(4)
    const [plan] = await tasks()
    await ann.call(plantRoutes.edit, { query: { plantId }, body: shown })
    expect(await tasks()).toEqual([plan])
    await ann.call(plantRoutes.edit, { query: { plantId }, body: { waterEvery: 5 } })
    expect(await tasks()).toMatchObject([{ taskId, repeat: 'after', every: 5, weekdays: [], seasons: [] }])
    await ann.call(plantRoutes.edit, { query: { plantId }, body: { waterEvery: null } })
    expect(await tasks()).toEqual([])
  })

  test('a plan on weekdays survives a day of the older client, and is due as before at its end', async () => {
    const { ann, plant, tasks } = await garden()
    const query = { plantId: await plant('Basil', { planted: '2026-01-01T00:00:00Z' }) }
    const [{ taskId }] = (await tasks()) as [Task]
    const weekdays = { repeat: 'weekly', weekdays: [2, 5] } as const
    const body = { ...weekdays, weekdays: [...weekdays.weekdays] }
    const before = (await ann.call(taskRoutes.edit, { params: { taskId }, body })).body
    const shown = async () => (await ann.call(plantRoutes.get, { query })).body
    const loaded = await shown()
    const { lastWatered } = (await ann.call(plantRoutes.water, { query })).body
    for (const step of [
      () => ann.call(plantRoutes.undoWatering, { query: { ...query, wateredAt: lastWatered } }),
      () => ann.call(plantRoutes.edit, { query, body: { ...loaded, waterEvery: 4 } }),
      () => ann.call(plantRoutes.markDead, { query }),
      async () => ann.call(plantRoutes.edit, { query, body: { ...(await shown()), isDead: false } }),
    ]) {
      expect((await tasks())[0]).toMatchObject(weekdays)
      expect((await shown()).waterEvery).toBe(4)
      expect((await step()).status).toBe(200)
    }
    expect(await tasks()).toEqual([before])
  })

  test.each([
    [{ repeat: 'once', startsOn: '2026-05-01' }, null],
    [{ repeat: 'after', every: 60, unit: 'week' }, 365],
    [{ repeat: 'yearly', month: 5, monthDay: 1 }, 365],
  ])('a plan for water of %j is shown as %j days, which change nothing when they come back', async (plan, days) => {
    const { ann, plant, tasks } = await garden()
    const plantId = await plant('Basil')
    const [{ taskId }] = (await tasks()) as [Task]
    await ann.call(taskRoutes.edit, { params: { taskId }, body: plan as never })
    const before = await tasks()
    const shown = (await ann.call(plantRoutes.get, { query: { plantId } })).body
    expect(shown.waterEvery).toBe(days)
    expect((await ann.call(plantRoutes.edit, { query: { plantId }, body: shown })).status).toBe(200)
    expect(await tasks()).toEqual(before)
  })

  test('imports 5,000 entries in batches of a thousand plants, each once', async () => {
    const { ann, plant, task, find, log, clock } = await garden()
    const ids: string[] = []
    for (let count = 0; count < CARE_AT_ONCE_MAX; count++)
      ids.push(await plant(`Plant ${count}`, { waterEvery: null, planted: '2025-01-01T00:00:00Z' }))
    const { taskId } = await task({ plantId: ids[7]!, kind: 'feed' })
    const batches = [5, 3, 4, 1, 2].map((days) => ({
      body: { careId: randomUUID(), plantIds: ids, kind: 'feed', at: toTimestamp(clock.now - days * DAY) } as const,
    }))
    for (const batch of [...batches, batches[1]!]) {
      const { status, body } = await ann.call(careRoutes.add, batch)
      expect([status, body.care.length, body.merged]).toEqual([200, CARE_AT_ONCE_MAX, false])
    }
    expect(
      (await ann.call(careRoutes.add, { body: { ...batches[0]!.body, careId: randomUUID() } })).body,
    ).toMatchObject({
      merged: true,
    })
    const entries = await log({ kinds: 'feed', plant: ids[7] })
    expect(entries.map(({ at }: { at: string }) => at)).toEqual(
      [1, 2, 3, 4, 5].map((days) => toTimestamp(clock.now - days * DAY)),
    )
    // The newest counts, not the last of the import.
    expect((await find(taskId))?.lastDoneAt).toBe(toTimestamp(clock.now - DAY))
    let [counted, before] = [0, undefined as string | undefined]
    for (;;) {
      const page = await log({ limit: '200', ...(before && { before }) })
      counted += page.length
      if (page.length < 200) break
      before = page.at(-1).careId
    }
    expect(counted).toBe(5 * CARE_AT_ONCE_MAX)
    const tooMany = [...ids, randomUUID()]
    expect((await ann.call(careRoutes.add, { body: { ...batches[0]!.body, plantIds: tooMany } })).status).toBe(400)
  })

  test('lists what is due today and in the next seven days, and what was done', async () => {
    const { ann, plant, task, done, clock } = await garden()
    const plantId = await plant('Basil', { waterEvery: null })
    const once = (days: number, kind = 'check') => ({
      plantId,
      kind,
      repeat: 'once',
      startsOn: toTimestamp(clock.now + days * DAY).slice(0, 10),
    })
    const [overdue, later] = [await task(once(-3)), await task(once(9, 'prune'))]
    const soon = await task(once(7, 'clean'))
    const first = (await ann.call(careRoutes.today)).body
    expect(first.tasks.map(({ taskId }: Task) => taskId)).toEqual([overdue.taskId, soon.taskId])
    expect(first.next.taskId).toBe(later.taskId)
    await done(overdue.taskId)
    const second = (await ann.call(careRoutes.today)).body
    expect(second.tasks.map(({ taskId }: Task) => taskId)).toEqual([soon.taskId])
    expect(second.done).toMatchObject([{ kind: 'check', plantId }])
  })

  test('moves due dates with the time zone of the household', async () => {
    const { ann, plant, task, find } = await garden()
    const { taskId } = await task({ plantId: await plant('Basil'), kind: 'feed' })
    expect((await find(taskId))?.dueAt).toBe('2026-01-07T23:00:00.000Z')
    const params = { householdId: ann.householdId }
    await ann.call(householdRoutes.edit, { params, body: { timeZone: 'America/New_York' } })
    expect((await find(taskId))?.dueAt).toBe('2026-01-08T05:00:00.000Z')
  })

  test('any order of done, skip, undo and edit gives the due date of the log', async () => {
    const { ann, plant, task, done, find, log, clock } = await garden()
    const random = seededRandom(SEED)
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
    const plantId = await plant('Basil', { waterEvery: null })
    const plan = { plantId, kind: 'feed', seasons: [{ from: '11-01', to: '02-28', every: null }] } as const
    const { taskId } = await task(plan)
    const entries: string[] = []
    for (let step = 0; step < 60; step++) {
      const at = toTimestamp(clock.now - Math.floor(random() * 200) * DAY - Math.floor(random() * DAY))
      const careId = randomUUID()
      const old = pick(entries)
      const act = pick(['done', 'skip', 'undo', 'edit'])
      if (act === 'done') await done(taskId, { careId, at })
      else if (act === 'skip') await ann.call(careRoutes.skip, { params: { taskId }, body: { careId, at } })
      else if (old !== undefined && act === 'undo')
        await ann.call(careRoutes.remove, { params: { careId: old }, query: {} })
      else if (old !== undefined) await ann.call(careRoutes.edit, { params: { careId: old }, body: { at } })
      const kept = await log({ limit: 200 })
      entries.splice(0, entries.length, ...kept.map((one: { careId: string }) => one.careId))
      const shown = (await find(taskId))!
      const base = kept.length === 0 ? null : Math.max(...kept.map((one: { at: string }) => Date.parse(one.at)))
      const due = taskDueAt({ ...shown, seasons: shown.seasons }, base, ZONE)
      expect([step, act, shown.dueAt]).toEqual([step, act, toTimestamp(due)])
    }
    expect(entries.length).toBeGreaterThan(0)
  })
})
