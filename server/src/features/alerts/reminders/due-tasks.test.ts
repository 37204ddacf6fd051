import { randomUUID } from 'node:crypto'
import {
  careRoutes,
  channelRoutes,
  conditionRoutes,
  householdRoutes,
  plantRoutes,
  signInRoutes,
  taskRoutes,
} from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../../../../../testing/growers.ts'
import { alertsOf } from '../../../../test/alerting.ts'
import { databases } from '../../../../test/databases.ts'
import { episodesOf } from '../../../../test/episodes.ts'
import { createWorld, type Person } from '../../../../test/world.ts'
import { openLog } from '../../../platform/log.ts'
import { openReminders } from './due-tasks.ts'
import { listText } from './morning-list.ts'

const MINUTE = 60_000
const DAY = 86_400_000

describe.each(databases)('reminders on %s', (_name, open) => {
  async function garden(more: object = {}) {
    const world = await createWorld({}, await open())
    // Weeks go by in these tests, and sessions end with them: she signs in for everything she does.
    const call: Person['call'] = async (route, parts) => {
      const login = { email: 'ann@example.org', password: PASSWORD }
      const { body } = await world.call(signInRoutes.login, { body: login })
      return world.call(route, { ...parts, token: body.jwt })
    }
    const ann = { ...(await world.as('ann')), call }
    const plant = await ann.call(plantRoutes.create, {
      body: {
        plantName: 'Basil',
        plantType: 'Herb',
        waterEvery: 7,
        ...more,
      },
    })
    const { plantId } = plant.body
    const notify = () => ann.call(conditionRoutes.createForPlant, { body: { plantId } })
    const after = async (ms: number) => {
      world.clock.now += ms
      await world.app.reminders.runNow()
      return (await alertsOf(ann)).length
    }
    return { ...world, ann, plantId, notify, after }
  }

  test('sends a reminder once when a plant is due, and again after the next watering lapses', async () => {
    const { ann, plantId, notify, after } = await garden()
    await notify()
    expect(await after(7 * DAY - MINUTE)).toBe(0)
    expect(await after(MINUTE)).toBe(1)
    expect(await after(30 * DAY)).toBe(1)
    await ann.call(plantRoutes.water, { query: { plantId } })
    expect(await after(7 * DAY - 1)).toBe(1)
    expect(await after(1)).toBe(2)
    const [alert] = await alertsOf(ann)
    expect(alert).toMatchObject({ alertName: 'Basil', alertDesc: 'Basil needs water. It was last watered 7 days ago.' })
  })

  test('sends a reminder at once for a plant that is due already', async () => {
    const { ann, notify } = await garden({ planted: '2026-01-01T00:00:00Z' })
    await notify()
    expect((await alertsOf(ann))[0].alertDesc).toBe('Basil needs water. It has not been watered yet.')
  })

  test.each(['one', 'all'])('uses the previous watering when that of %s is undone', async (which) => {
    const { ann, plantId, notify, after } = await garden()
    await notify()
    const waterAndUndo = async () => {
      const water = which === 'one' ? { route: plantRoutes.water, query: { plantId } } : { route: plantRoutes.waterAll }
      const { body } = await ann.call(water.route, { query: water.query })
      const [{ lastWatered: wateredAt }] = [body].flat()
      await ann.call(plantRoutes.undoWatering, { query: { ...water.query, wateredAt } })
    }
    expect(await after(6 * DAY)).toBe(0)
    await waterAndUndo()
    expect(await after(DAY - 1)).toBe(0)
    expect(await after(1)).toBe(1)
    // The reminder that came is not repeated.
    await waterAndUndo()
    expect(await after(30 * DAY)).toBe(1)
  })

  test('sends no reminder twice after jumps of the clock', async () => {
    const { app, ann, clock, notify, after } = await garden()
    await notify()
    clock.now += 8 * DAY
    await app.reminders.runNow()
    expect(await alertsOf(ann)).toHaveLength(1)
    clock.now -= 3 * DAY
    expect(await after(0)).toBe(1)
    expect(await after(4 * DAY)).toBe(1)
  })

  test('repeats no reminder after an edit, and needs an interval and a living plant', async () => {
    const { ann, plantId, notify, after } = await garden()
    await notify()
    expect(await after(8 * DAY)).toBe(1)
    await ann.call(plantRoutes.edit, { query: { plantId }, body: { waterEvery: 2, plantNotes: 'Thirsty' } })
    expect(await after(DAY)).toBe(1)
    await ann.call(plantRoutes.water, { query: { plantId } })
    await ann.call(plantRoutes.edit, { query: { plantId }, body: { waterEvery: null } })
    expect(await after(365 * DAY)).toBe(1)
    await ann.call(plantRoutes.edit, { query: { plantId }, body: { waterEvery: 2 } })
    await ann.call(plantRoutes.markDead, { query: { plantId } })
    expect(await after(365 * DAY)).toBe(1)
  })

  const reasons: ReadonlyArray<[string, string, (garden: Awaited<ReturnType<typeof dueGarden>>) => Promise<unknown>]> =
    [
      ['watered', 'is watered', ({ ann, query }) => ann.call(plantRoutes.water, { query })],
      ['watered', 'is watered with all others', ({ ann }) => ann.call(plantRoutes.waterAll)],
      ['plant-dead', 'dies', ({ ann, query }) => ann.call(plantRoutes.markDead, { query })],
      ['plant-removed', 'is removed', ({ ann, query }) => ann.call(plantRoutes.remove, { query })],
      ['plan-changed', 'needs water less often', ({ ann, query }) => edit(ann, query, { waterEvery: 30 })],
      ['ended', 'has no plan', ({ ann, query }) => edit(ann, query, { waterEvery: null })],
      [
        'reminder-off',
        'is to be forgotten',
        ({ ann, conditionId }) => ann.call(conditionRoutes.removeFromPlant, { query: { conditionId } }),
      ],
    ]
  const edit = (ann: Pick<Person, 'call'>, query: { plantId: string }, body: object) =>
    ann.call(plantRoutes.edit, { query, body })
  const dueGarden = async () => {
    const made = await garden()
    const { conditionAlertPlantId: conditionId } = (await made.notify()).body
    const dueAt = new Date(made.clock.now + 7 * DAY).toISOString()
    return { ...made, conditionId, dueAt, query: { plantId: made.plantId } }
  }

  test.each(reasons)('closes the episode with the reason %s when the plant %s', async (reason, _, end) => {
    const world = await dueGarden()
    const { ann, dueAt, plantId, conditionId } = world
    await world.after(7 * DAY + MINUTE)
    const due = { kind: 'due', severity: 'info', name: 'Basil', plantId, plantConditionId: conditionId, limit: null }
    const text = 'Basil needs water. It has not been watered yet.'
    expect(await episodesOf(ann, { state: 'open' })).toMatchObject([{ ...due, text, openedAt: dueAt, closedAt: null }])
    expect(await alertsOf(ann)).toMatchObject([
      { alertName: 'Basil', alertDesc: text, alertTime: dueAt, alertPlantConditionId: conditionId, deviceId: null },
    ])
    world.clock.now += MINUTE
    await end(world)
    const now = new Date(world.clock.now).toISOString()
    expect(await episodesOf(ann)).toMatchObject([{ kind: 'due', closedAt: now, closedWhy: reason }])
    await world.after(MINUTE)
    expect(await episodesOf(ann)).toMatchObject([{ closedWhy: reason }])
  })

  test('reopens the episode of a plant whose watering is undone, and sends nothing by itself', async () => {
    const world = await dueGarden()
    const { ann, query } = world
    const { db } = world.app.context
    const target = { kind: 'ntfy', server: 'https://ntfy.invalid', topic: 'tomatoes', token: '' }
    await ann.call(channelRoutes.create, { body: { name: 'Phone', target } })
    const messages = () => db.selectFrom('notification').select(['title', 'what']).execute()
    await world.after(7 * DAY)
    const { body } = await ann.call(plantRoutes.water, { query })
    expect(await episodesOf(ann, { state: 'open' })).toEqual([])
    await ann.call(plantRoutes.undoWatering, { query: { ...query, wateredAt: body.lastWatered } })
    expect(await episodesOf(ann, { state: 'open' })).toMatchObject([{ openedAt: world.dueAt, closedWhy: null }])
    await edit(ann, query, { waterEvery: 8 })
    expect(await episodesOf(ann, { state: 'open' })).toEqual([])
    await world.after(DAY)
    expect(await episodesOf(ann, { state: 'open' })).toHaveLength(1)
    expect((await messages()).filter(({ title }) => title === 'Basil')).toEqual([])
  })

  test('keeps the episode of a plant when episodes without a rule are closed', async () => {
    const world = await dueGarden()
    await world.after(7 * DAY)
    await world.app.silence.runNow()
    expect(await episodesOf(world.ann)).toMatchObject([{ kind: 'due', closedAt: null }])
  })

  const feeding = async () => {
    const world = await garden({ waterEvery: null })
    const { ann, plantId, clock } = world
    const startsOn = new Date(clock.now).toISOString().slice(0, 10)
    const plan = { plantId, kind: 'feed', repeat: 'after', every: 1, startsOn, reminds: true } as const
    const { taskId } = (await ann.call(taskRoutes.create, { body: plan })).body
    const act = (route: typeof careRoutes.done | typeof careRoutes.skip) =>
      ann.call(route, { params: { taskId }, body: { careId: randomUUID() } })
    return { ...world, taskId, act }
  }

  test.each([
    ['done', ({ act }: Awaited<ReturnType<typeof feeding>>) => act(careRoutes.done)],
    ['skipped', ({ act }: Awaited<ReturnType<typeof feeding>>) => act(careRoutes.skip)],
    [
      'snoozed',
      ({ ann, taskId, clock }: Awaited<ReturnType<typeof feeding>>) =>
        ann.call(taskRoutes.snooze, {
          params: { taskId },
          body: { until: new Date(clock.now + DAY / 2).toISOString() },
        }),
    ],
    [
      'ended',
      ({ ann, taskId }: Awaited<ReturnType<typeof feeding>>) => ann.call(taskRoutes.end, { params: { taskId } }),
    ],
    [
      'reminder-off',
      ({ ann, taskId }: Awaited<ReturnType<typeof feeding>>) =>
        ann.call(taskRoutes.edit, { params: { taskId }, body: { reminds: false } }),
    ],
  ] as const)('closes the episode of a task with the reason %s', async (reason, end) => {
    const world = await feeding()
    await world.after(2 * DAY)
    expect(await episodesOf(world.ann)).toMatchObject([
      { kind: 'due', name: 'Basil', taskId: world.taskId, text: 'Feed Basil is due. It has not been done yet.' },
    ])
    await end(world)
    expect(await episodesOf(world.ann)).toMatchObject([{ closedWhy: reason }])
    await world.after(DAY)
    // A snoozed task is due again when it wakes.
    const open = await episodesOf(world.ann, { state: 'open' })
    expect(open).toHaveLength(['done', 'skipped', 'snoozed'].includes(reason) ? 1 : 0)
  })

  test('sends each member one list of the tasks of the day at their hour, and none at night', async () => {
    const world = await feeding()
    const { app, clock, ann } = world
    const target = { kind: 'ntfy', server: 'https://ntfy.invalid', topic: 'tomatoes', token: '' }
    await ann.call(channelRoutes.create, { body: { name: 'Phone', target } })
    const messages = () => app.context.db.selectFrom('notification').select(['title', 'text', 'what']).execute()
    const at = async (time: string) => {
      const midnight = Math.floor(clock.now / DAY) * DAY + DAY
      clock.now = midnight + Date.parse(`1970-01-01T${time}:00Z`)
      await app.reminders.runNow()
    }
    await at('07:59')
    expect(await messages()).toEqual([])
    clock.now += MINUTE
    await app.reminders.runNow()
    const list = { title: 'ann’s garden', text: '1 task today: feed Basil.', what: 'reminder' }
    expect(await messages()).toEqual([list])
    await at('20:00')
    expect(await messages()).toEqual([list])
    const { householdId, userId } = ann
    const set = (remindAt: string | null) =>
      ann.call(householdRoutes.editMember, { params: { householdId, userId }, body: { remindAt } })
    expect((await set('21:30')).body.remindAt).toBe('21:30')
    await at('21:30')
    expect(await messages()).toHaveLength(2)
    await set(null)
    await at('21:30')
    expect(await messages()).toHaveLength(2)
  })

  test('two processes at once send a member one list, and open one episode of a task', async () => {
    const { app, ann, clock } = await feeding()
    clock.now = Math.floor(clock.now / DAY) * DAY + DAY + 8 * 60 * MINUTE
    const [lists, failures]: string[][] = [[], []]
    const log = openLog('error', { write: (line) => void failures.push(line) })
    const queue = { queueReminder: async (_: unknown, { text }: { text: string }) => void lists.push(text), wake() {} }
    const processes = [1, 2].map(() => openReminders({ ...app.context, log }, queue))
    await Promise.all(processes.map((one) => one.runNow()))
    for (const one of processes) await one.runNow()
    expect(lists).toEqual(['1 task today: feed Basil.'])
    expect(await episodesOf(ann)).toMatchObject([{ kind: 'due', closedAt: null }])
    expect(failures).toEqual([])
  })

  test('names ten tasks of a list and counts the others', () => {
    const task = (index: number) => ({ kind: 'water' as const, label: '', subject: `Plant ${index}` })
    expect(listText([{ kind: 'custom', label: 'Air it', subject: 'House' }, task(1)])).toBe(
      '2 tasks today: Air it, House, water Plant 1.',
    )
    expect(listText(Array.from({ length: 12 }, (_, index) => task(index)))).toContain('water Plant 9 and 2 more.')
  })
})
