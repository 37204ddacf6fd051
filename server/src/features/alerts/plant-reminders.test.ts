import { conditionRoutes, plantRoutes, signInRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../../../../testing/growers.ts'
import { alertsOf } from '../../../test/alerting.ts'
import { databases } from '../../../test/databases.ts'
import { createWorld, type Person } from '../../../test/world.ts'

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

  test('come once when a plant is due, and again after the next watering lapses', async () => {
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

  test('come at once for a plant that is due already', async () => {
    const { ann, notify } = await garden({ planted: '2026-01-01T00:00:00Z' })
    await notify()
    expect((await alertsOf(ann))[0].alertDesc).toBe('Basil needs water. It has not been watered yet.')
  })

  test.each(['one', 'all'])('go by the watering before when that of %s is undone', async (which) => {
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

  test('do not come twice, whoever sweeps, whatever the clock does', async () => {
    const { app, ann, clock, notify, after } = await garden()
    await notify()
    clock.now += 8 * DAY
    await Promise.all([app.reminders.runNow(), app.reminders.runNow()])
    expect(await alertsOf(ann)).toHaveLength(1)
    clock.now -= 3 * DAY
    expect(await after(0)).toBe(1)
    expect(await after(4 * DAY)).toBe(1)
  })

  test('are not repeated by an edit, and need an interval and a living plant', async () => {
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
})
