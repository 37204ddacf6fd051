import { alertRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { addCondition, alertingWorld, alertsOf, measure } from '../../../test/alerting.ts'
import { databases } from '../../../test/databases.ts'

const MINUTE = 60_000

describe.each(databases)('alerts on %s', (_name, open) => {
  const greenhouse = () => alertingWorld(open)

  test('lists alerts by year in a given time zone, and by page', async () => {
    const world = await greenhouse()
    const { ann, device, clock } = world
    await addCondition(ann, device.deviceId, '>=28')
    for (const text of ['2024-06-01T00:00:00Z', '2025-12-31T23:30:00Z', '2026-06-01T00:00:00Z']) {
      clock.now = Date.parse(text) - MINUTE
      await measure(world, device.deviceToken, 30, 20)
    }
    clock.now = Date.parse('2026-06-02T00:00:00Z')
    const years = async (zone: string) => (await ann.call(alertRoutes.years, { query: { timeZone: zone } })).body
    expect(await years('UTC')).toEqual([2026, 2025, 2024])
    expect(await years('Europe/Copenhagen')).toEqual([2026, 2024])
    expect(await years('ECT')).toEqual(await years('Europe/Paris'))
    expect(await alertsOf(ann, { year: 2025 })).toHaveLength(1)
    expect(await alertsOf(ann, { year: 2025, timeZone: 'Europe/Copenhagen' })).toHaveLength(0)
    const all = await alertsOf(ann)
    expect(all).toHaveLength(3)
    const first = await alertsOf(ann, { limit: 2 })
    expect([...first, ...(await alertsOf(ann, { limit: 2, before: first[1].alertId }))]).toEqual(all)
    expect((await ann.call(alertRoutes.list, { query: { limit: 1000 } })).status).toBe(400)
    for (const timeZone of ['Mars', 'SystemV/PST8'])
      expect((await ann.call(alertRoutes.list, { query: { timeZone } })).status).toBe(400)
  })

  test('lists the alerts between two instants, both included', async () => {
    const world = await greenhouse()
    const { ann, device, clock } = world
    await addCondition(ann, device.deviceId, '>=28')
    const start = clock.now
    await measure(world, device.deviceToken, 30, 20, 30, 20, 30, 20, 30)
    const minute = (index: number) => new Date(start + index * MINUTE).toISOString()
    const timesOf = async (query: object) =>
      (await alertsOf(ann, query)).map(({ alertTime }: { alertTime: string }) => alertTime)
    const range = { from: minute(3), to: minute(5) }
    expect(await timesOf(range)).toEqual([minute(5), minute(3)])
    expect(await timesOf({ ...range, deviceId: device.deviceId, limit: 1 })).toEqual([minute(5)])
    expect(await timesOf({ from: minute(4) })).toEqual([minute(7), minute(5)])
    expect(await timesOf({ to: minute(2) })).toEqual([minute(1)])
    expect(await timesOf({ ...range, year: 2025 })).toEqual([])
    expect((await ann.call(alertRoutes.list, { query: { from: 'noon' } })).status).toBe(400)
  })

  test('returns all alerts of a list longer than a page, newest first', async () => {
    const { ann, app, clock } = await greenhouse()
    const rows = Array.from({ length: 2500 }, (_, index) => ({
      id: `0190a1b2-0000-4000-8000-${String(index).padStart(12, '0')}`,
      household_id: ann.householdId,
      name: 'House',
      description: `Alert ${index}`,
      // Many in the same millisecond, as a frost makes them.
      at: clock.now - Math.floor(index / 7),
      plant_condition_id: null,
      rule_id: null,
      series_id: null,
      device_key: null,
      sensor_type: null,
    }))
    for (let from = 0; from < rows.length; from += 500) {
      await app.context.db
        .insertInto('alert')
        .values(rows.slice(from, from + 500))
        .execute()
    }
    const all: Array<{ alertId: string; alertTime: string }> = await alertsOf(ann)
    expect(new Set(all.map(({ alertId }) => alertId)).size).toBe(2500)
    expect(all.map(({ alertTime }) => alertTime)).toEqual(
      all
        .map(({ alertTime }) => alertTime)
        .toSorted()
        .toReversed(),
    )
  })

  test('accepts an alert made by hand only for a condition of its user', async () => {
    const { ann, device, as } = await greenhouse()
    const bob = await as('bob')
    const { body } = await addCondition(ann, device.deviceId, '>=28')
    const alert = {
      alertName: 'Door',
      alertDesc: 'It stands open',
      alertConditionId: body.conditionAlertUserDeviceId,
      isPlantCondition: false,
    }
    expect((await bob.call(alertRoutes.create, { body: alert })).status).toBe(404)
    expect((await ann.call(alertRoutes.create, { body: { ...alert, alertUser: bob.householdId } })).status).toBe(403)
    expect((await ann.call(alertRoutes.create, { body: { ...alert, isPlantCondition: true } })).status).toBe(404)
    expect((await ann.call(alertRoutes.create, { body: alert })).body).toMatchObject({ alertName: 'Door' })
    expect(await alertsOf(ann)).toHaveLength(1)
    expect(await alertsOf(bob)).toEqual([])
  })
})
