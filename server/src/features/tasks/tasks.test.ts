import { randomUUID } from 'node:crypto'
import {
  conditionRoutes,
  householdRoutes,
  plantRoutes,
  taskRoutes,
  TASKS_PER_PLANT_MAX,
  toTimestamp,
  type Task,
} from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { createWorld } from '../../../test/world.ts'
import { insertMember } from '../households/member-store.ts'

const DAY = 86_400_000
const FEED = { kind: 'feed', repeat: 'after', every: 7, startsOn: '2026-01-01' } as const

describe.each(databases)('tasks on %s', (_name, open) => {
  async function garden() {
    const world = await createWorld({}, await open())
    const ann = await world.as('ann')
    const { householdId } = ann
    await ann.call(householdRoutes.edit, { params: { householdId }, body: { timeZone: 'Europe/Copenhagen' } })
    const plant = { plantName: 'Basil', plantType: 'Herb' }
    const { plantId } = (await ann.call(plantRoutes.create, { body: plant })).body as { plantId: string }
    const create = (body: object) => ann.call(taskRoutes.create, { body: { ...FEED, ...body } })
    const edit = (taskId: string, body: object) => ann.call(taskRoutes.edit, { params: { taskId }, body: body })
    const list = async (): Promise<Task[]> => (await ann.call(taskRoutes.list)).body
    return { ...world, ann, plantId, create, edit, list }
  }

  test.each([
    [{ kind: 'custom' }, { label: ['Give it a name, at most 40 characters.'] }],
    [{ kind: 'custom', label: 'x'.repeat(41) }, { label: ['Label cannot be longer than 40 characters'] }],
    [{ repeat: 'weekly' }, { weekdays: ['Choose a weekday'] }],
    [{ every: 0 }, { every: ['Every must be at least 1'] }],
    [{ every: 366 }, { every: ['Every cannot be more than 365'] }],
    [{ amount: 1.2345 }, { amount: ['Use at most 3 decimals'] }],
    [{ seasons: [{ from: '01-01', to: '12-31', every: null }] }, { seasons: ['A task cannot rest all year'] }],
    [
      {
        seasons: [
          { from: '01-01', to: '03-31', every: null },
          { from: '03-31', to: '05-01', every: 3 },
        ],
      },
      { seasons: ['Seasons cannot overlap'] },
    ],
    [{ plantId: randomUUID(), placeId: randomUUID() }, { placeId: ['A task is of a plant or of a place'] }],
  ])('refuses %j with the sentence of its field', async (body, errors) => {
    const { create } = await garden()
    const refused = await create(body)
    expect([refused.status, refused.body.errors]).toEqual([400, errors])
  })

  test('allows one plan for water a plant, whose reminder is the plant condition', async () => {
    const { ann, plantId, create, edit, list } = await garden()
    const { taskId } = (await create({ plantId, kind: 'water', reminds: true })).body
    expect((await create({ plantId, kind: 'water' })).body.type).toContain('task.duplicate')
    const other = (await create({ plantId })).body.taskId
    expect((await edit(other, { kind: 'water' })).body.type).toContain('task.duplicate')
    const conditions = async () => (await ann.call(conditionRoutes.plants)).body.length
    const reminds = async () => (await list()).find((one) => one.taskId === taskId)?.reminds
    expect([await reminds(), await conditions()]).toEqual([true, 1])
    await edit(taskId, { reminds: false })
    expect([await reminds(), await conditions()]).toEqual([false, 0])
    expect((await ann.call(plantRoutes.get, { query: { plantId } })).body.waterEvery).toBe(7)
  })

  test('ends a snooze when the dates of the task change, and keeps it when its note changes', async () => {
    const { ann, plantId, create, edit, clock } = await garden()
    const { taskId } = (await create({ plantId })).body
    const snooze = (until: string | null) => ann.call(taskRoutes.snooze, { params: { taskId }, body: { until } })
    const until = toTimestamp(clock.now + DAY)
    await snooze(until)
    expect((await edit(taskId, { note: 'Half' })).body).toMatchObject({ snoozedUntil: until, snoozes: 1 })
    expect((await edit(taskId, { every: 8 })).body).toMatchObject({ snoozedUntil: null, snoozes: 0 })
    await snooze(until)
    expect((await snooze(null)).body.snoozedUntil).toBe(null)
    expect((await snooze(toTimestamp(clock.now))).body.errors).toEqual({ until: ['Choose a time to come.'] })
    expect((await snooze(toTimestamp(clock.now + 400 * DAY))).body.errors).toEqual({
      until: ['Choose a time within a year.'],
    })
  })

  test('assigns a task only to a member', async () => {
    const { ann, as, create } = await garden()
    const bob = await as('bob')
    expect((await create({ assignedTo: ann.userId })).body.assignedTo).toBe(ann.userId)
    expect((await create({ assignedTo: bob.userId })).status).toBe(404)
  })

  test('unassigns the tasks of a member who leaves', async () => {
    const { app, as, ann, create, list } = await garden()
    const bob = await as('bob')
    const { householdId } = ann
    const member = { householdId, userId: bob.userId, role: 'carer', tells: true, joinedAt: 1 } as const
    await app.context.db.transaction().execute((tx) => insertMember(tx, member))
    await create({ assignedTo: bob.userId })
    const params = { householdId, userId: bob.userId }
    await bob.call(householdRoutes.removeMember, { params })
    expect((await list()).map(({ assignedTo }) => assignedTo)).toEqual([null])
  })

  test('counts the tasks of a plant toward its limit, and deletes an ended one without entries', async () => {
    const { ann, plantId, create, app } = await garden()
    const ids: string[] = []
    for (let count = 0; count < TASKS_PER_PLANT_MAX; count++)
      ids.push((await create({ plantId, kind: 'custom', label: `Work ${count}` })).body.taskId)
    const full = await create({ plantId })
    expect([full.status, full.body.title]).toEqual([409, 'This plant has 50 tasks. End one to add another.'])
    await ann.call(taskRoutes.end, { params: { taskId: ids[0]! } })
    expect((await create({ plantId })).status).toBe(200)
    const rows = await app.context.db.selectFrom('task').select('id').execute()
    expect(rows.map(({ id }) => id)).not.toContain(ids[0])
  })

  test('computes the due date in the zone of the household, over a change of its clocks', async () => {
    const { create } = await garden()
    const { body } = await create({ every: 30, startsOn: '2026-03-15' })
    expect([body.dueAt, body.dueDate]).toEqual(['2026-04-13T22:00:00.000Z', '2026-04-14'])
  })
})
