import { deviceRoutes, ruleRoutes, seriesRoutes, type Rule, type Series } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { alertingWorld, alertsOf, measure } from '../../../test/alerting.ts'
import { databases } from '../../../test/databases.ts'
import { episodesOf, passMinutes } from '../../../test/episodes.ts'
import { ON_CLUSTER } from '../../../test/on-cluster.ts'
import { createWorld, type Person } from '../../../test/world.ts'

const MINUTE = 60_000

describe.each(databases)('a device that is silent on %s', (_name, open) => {
  const greenhouse = async () => {
    const world = await alertingWorld(open)
    await sendEachMinute(world.ann, world.device.deviceId)
    return world
  }
  const iso = (at: number) => new Date(at).toISOString()

  test('is one episode from when its time ran out, and one that is over with the next value', async () => {
    const world = await greenhouse()
    const { ann, clock, device } = world
    await measure(world, device.deviceToken, 20)
    const last = clock.now
    await passMinutes(world, 14)
    expect(await episodesOf(ann)).toEqual([])
    await passMinutes(world, 30)
    const [rule] = (await ann.call(ruleRoutes.list)).body as Rule[]
    expect(await episodesOf(ann, { state: 'open' })).toMatchObject([
      {
        kind: 'silent',
        ruleId: rule?.ruleId,
        name: 'Tomato house',
        deviceId: device.deviceId,
        seriesId: null,
        label: null,
        limit: 900,
        openedAt: iso(last + 15 * MINUTE),
        openedValue: null,
        worstValue: null,
        closedAt: null,
      },
    ])
    expect(await alertsOf(ann)).toMatchObject([
      { alertDesc: 'Tomato house has sent nothing for 15 minutes.', sensorType: null, seriesId: null },
    ])
    await measure(world, device.deviceToken, 21)
    const backAt = clock.now
    await passMinutes(world, 5)
    expect(await episodesOf(ann)).toMatchObject([{ closedAt: iso(backAt), closedWhy: 'back', worstValue: null }])
    await passMinutes(world, 11)
    expect(await episodesOf(ann)).toMatchObject([{ closedAt: null }, { closedWhy: 'back' }])
  })

  test('is not one that has never sent anything', async () => {
    const world = await greenhouse()
    await passMinutes(world, 60)
    expect(await episodesOf(world.ann)).toEqual([])
  })

  // In a cluster the first server of these tests would still have a part of the work: silence-partitions.test.ts.
  test.skipIf(ON_CLUSTER)('is not one while the server was down, slept or had another time', async () => {
    const world = await greenhouse()
    const { ann, clock, device } = world
    await measure(world, device.deviceToken, 20)
    clock.now += 60 * MINUTE
    await passMinutes(world, 10)
    expect(await episodesOf(ann)).toEqual([])
    const restarted = await createWorld({}, { ...world.database, close: () => Promise.resolve() })
    restarted.clock.now = clock.now + 24 * 60 * MINUTE
    await passMinutes(restarted, 10)
    expect(await episodesOf(ann)).toEqual([])
    await passMinutes(restarted, 10)
    expect(await episodesOf(ann)).toHaveLength(1)
  })

  test('opens and closes once though two processes look', async () => {
    const world = await greenhouse()
    const { ann, clock, device } = world
    await measure(world, device.deviceToken, 20)
    const other = await createWorld({}, { ...world.database, close: () => Promise.resolve() })
    other.clock.now = clock.now
    for (let minute = 0; minute < 20; minute++) {
      await Promise.all([passMinutes(world, 1), passMinutes(other, 1)])
    }
    expect(await episodesOf(ann)).toHaveLength(1)
  })

  // As above.
  test.skipIf(ON_CLUSTER)(
    'that was silent before a restart is over with a value that came just before it',
    async () => {
      const world = await greenhouse()
      const { ann, clock, device } = world
      await measure(world, device.deviceToken, 20)
      await passMinutes(world, 20)
      await measure(world, device.deviceToken, 21)
      const restarted = await createWorld({}, { ...world.database, close: () => Promise.resolve() })
      restarted.clock.now = clock.now
      await passMinutes(restarted, 1)
      expect(await episodesOf(ann)).toMatchObject([{ closedWhy: 'back' }])
    },
  )

  test('has its own limit, hours, and rules on single series', async () => {
    const world = await greenhouse()
    const { ann, clock, device } = world
    await measure(world, device.deviceToken, 20)
    const [whole] = (await ann.call(ruleRoutes.list)).body as Rule[]
    const params = { ruleId: whole?.ruleId ?? '' }
    await ann.call(ruleRoutes.edit, { params, body: { limit: 3600 } })
    const series = await seriesOf(ann, device.deviceId)
    const humidity = series.find(({ metric }) => metric === 'humidity')
    // 09:42 is before these hours.
    const when = { from: '10:30', to: '11:00', timeZone: 'UTC' }
    const rule = { kind: 'silent', seriesId: humidity?.seriesId, limit: 600, when }
    expect((await ann.call(ruleRoutes.create, { body: rule })).status).toBe(200)
    await passMinutes(world, 40)
    expect(await episodesOf(ann)).toEqual([])
    await passMinutes(world, 10)
    expect(await episodesOf(ann)).toMatchObject([
      { label: 'Humidity', seriesId: humidity?.seriesId, openedAt: '2026-11-20T10:30:00.000Z', closedAt: null },
    ])
    await passMinutes(world, 11)
    clock.now = Date.parse('2026-11-20T11:00:10Z')
    await passMinutes(world, 1)
    expect(await episodesOf(ann)).toMatchObject([
      { label: null, limit: 3600, closedAt: null },
      { label: 'Humidity', closedWhy: 'hours' },
    ])
  })

  test('is over when its rule is turned off or removed, or the device is', async () => {
    const world = await greenhouse()
    const { ann, device } = world
    const other = await world.aDevice(ann, 'Cellar')
    await sendEachMinute(ann, other.deviceId)
    await measure(world, device.deviceToken, 20)
    await passMinutes(world, 1)
    await measure(world, other.deviceToken, 20)
    await passMinutes(world, 20)
    const rules = (await ann.call(ruleRoutes.list)).body as Rule[]
    const ruleOf = (deviceId: string) => ({ ruleId: rules.find((rule) => rule.deviceId === deviceId)?.ruleId ?? '' })
    await ann.call(ruleRoutes.edit, { params: ruleOf(device.deviceId), body: { isOn: false } })
    await ann.call(deviceRoutes.remove, { query: { userDeviceId: other.deviceId } })
    expect(await episodesOf(ann)).toMatchObject([
      { name: 'Cellar', closedWhy: 'device-removed', deviceId: null, ruleId: null },
      { name: 'Tomato house', closedWhy: 'rule-off' },
    ])
    await passMinutes(world, 20)
    expect(await episodesOf(ann)).toHaveLength(2)
    await ann.call(ruleRoutes.edit, { params: ruleOf(device.deviceId), body: { isOn: true } })
    await passMinutes(world, 1)
    await ann.call(ruleRoutes.remove, { params: ruleOf(device.deviceId) })
    expect((await episodesOf(ann)).map(({ closedWhy }) => closedWhy)).toContain('rule-removed')
  })
})

/** Ten intervals are less than a quarter of an hour then. */
async function sendEachMinute(person: Person, deviceId: string): Promise<void> {
  await person.call(deviceRoutes.changePreferences, { body: { deviceId, interval: '60' } })
}

async function seriesOf(person: Person, deviceId: string): Promise<Series[]> {
  return (await person.call(seriesRoutes.list, { params: { deviceId } })).body
}
