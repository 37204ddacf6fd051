import {
  channelRoutes,
  deviceRoutes,
  readingRoutes,
  ruleRoutes,
  seriesRoutes,
  type Rule,
  type Series,
} from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { alertingWorld, alertsOf, measure, measureTogether } from '../../../../test/alerting.ts'
import { databases } from '../../../../test/databases.ts'
import { episodesOf, passMinutes } from '../../../../test/episodes.ts'
import { ON_CLUSTER } from '../../../../test/on-cluster.ts'
import { createWorld, type Person } from '../../../../test/world.ts'

const MINUTE = 60_000

describe.each(databases)('a device that is silent on %s', (_name, open) => {
  const greenhouse = async () => {
    const world = await alertingWorld(open)
    await sendEachMinute(world.ann, world.device.deviceId)
    return world
  }
  const iso = (at: number) => new Date(at).toISOString()

  test('opens one episode at the limit, and closes it with the next value', async () => {
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

  test('opens nothing for a device that has never sent', async () => {
    const world = await greenhouse()
    await passMinutes(world, 60)
    expect(await episodesOf(world.ann)).toEqual([])
  })

  // In a cluster the first server of these tests would still have a part of the work: silence-partitions.test.ts.
  test.skipIf(ON_CLUSTER)('counts no silence while the server was down, slept or had another time', async () => {
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
  test.skipIf(ON_CLUSTER)('closes silence from before a restart with a value that arrived just before it', async () => {
    const world = await greenhouse()
    const { ann, clock, device } = world
    await measure(world, device.deviceToken, 20)
    await passMinutes(world, 20)
    await measure(world, device.deviceToken, 21)
    const restarted = await createWorld({}, { ...world.database, close: () => Promise.resolve() })
    restarted.clock.now = clock.now
    await passMinutes(restarted, 1)
    expect(await episodesOf(ann)).toMatchObject([{ closedWhy: 'back' }])
  })

  test('has its own limit, hours, and rules on single series', async () => {
    const world = await greenhouse()
    const { ann, clock, device } = world
    await measure(world, device.deviceToken, 20)
    const own = { kind: 'silent', deviceId: device.deviceId, limit: 3600 }
    expect((await ann.call(ruleRoutes.create, { body: own })).status).toBe(200)
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

  test('closes silence when its rule is turned off or removed', async () => {
    const world = await greenhouse()
    const { ann, device } = world
    await measure(world, device.deviceToken, 20)
    const own = { kind: 'silent', deviceId: device.deviceId, limit: 1200 }
    const { ruleId } = (await ann.call(ruleRoutes.create, { body: own })).body
    await passMinutes(world, 21)
    await ann.call(ruleRoutes.edit, { params: { ruleId }, body: { isOn: false } })
    expect(await episodesOf(ann)).toMatchObject([{ limit: 1200, closedWhy: 'rule-off' }])
    await passMinutes(world, 20)
    expect(await episodesOf(ann)).toHaveLength(1)
    await ann.call(ruleRoutes.edit, { params: { ruleId }, body: { isOn: true } })
    await passMinutes(world, 1)
    await ann.call(ruleRoutes.remove, { params: { ruleId } })
    expect((await episodesOf(ann)).map(({ closedWhy }) => closedWhy)).toContain('rule-removed')
  })

  /** A device that is silent, another that is, and the rule of the account. */
  async function silentPair() {
    const world = await greenhouse()
    const { ann, device } = world
    const cellar = await world.aDevice(ann, 'Cellar')
    await sendEachMinute(ann, cellar.deviceId)
    await measure(world, device.deviceToken, 20)
    await passMinutes(world, 1)
    await measure(world, cellar.deviceToken, 20)
    await passMinutes(world, 20)
    expect(await openNames(ann)).toEqual(['Cellar', 'Tomato house'])
    const rules = (await ann.call(ruleRoutes.list)).body as Rule[]
    const { ruleId = '' } = rules.find(({ deviceId }) => deviceId === null) ?? {}
    const edit = (body: object) => ann.call(ruleRoutes.edit, { params: { ruleId }, body })
    return { ...world, cellar, ruleId, edit, rules }
  }
  const openNames = async (ann: Person) =>
    (await episodesOf(ann, { state: 'open', limit: 200 })).map(({ name }) => name).toSorted()
  const endings = async (ann: Person) =>
    (await episodesOf(ann)).map(({ name, closedWhy }) => `${name}: ${closedWhy}`).toSorted()

  test('closes silence when the rule of the account is off or excludes the device, or the device is removed', async () => {
    const { ann, cellar, device, edit, ...world } = await silentPair()
    await edit({ exceptDeviceIds: [device.deviceId] })
    expect(await endings(ann)).toEqual(['Cellar: null', 'Tomato house: rule-changed'])
    await passMinutes(world, 5)
    expect(await openNames(ann)).toEqual(['Cellar'])
    await edit({ exceptDeviceIds: [] })
    await passMinutes(world, 1)
    expect(await openNames(ann)).toEqual(['Cellar', 'Tomato house'])
    await ann.call(deviceRoutes.remove, { query: { userDeviceId: cellar.deviceId } })
    expect(await openNames(ann)).toEqual(['Tomato house'])
    await edit({ isOn: false })
    expect(await endings(ann)).toEqual([
      'Cellar: device-removed',
      'Tomato house: rule-changed',
      'Tomato house: rule-off',
    ])
    await passMinutes(world, 5)
    expect(await openNames(ann)).toEqual([])
  })

  test('stays so when its readings are deleted', async () => {
    const { ann, device } = await silentPair()
    await ann.call(readingRoutes.remove, { query: { deviceId: device.deviceId } })
    expect(await openNames(ann)).toEqual(['Cellar', 'Tomato house'])
  })

  test('uses the rule of a device in place of that of the account', async () => {
    const { ann, device, ruleId, ...world } = await silentPair()
    const own = { kind: 'silent', deviceId: device.deviceId, limit: 7200 }
    await ann.call(ruleRoutes.create, { body: own })
    expect(await endings(ann)).toEqual(['Cellar: null', 'Tomato house: rule-changed'])
    const rules = (await ann.call(ruleRoutes.list)).body as Rule[]
    expect(rules.find((rule) => rule.ruleId === ruleId)).toMatchObject({
      exceptDeviceIds: [device.deviceId],
      isBroken: true,
    })
    await passMinutes(world, 60)
    expect(await openNames(ann)).toEqual(['Cellar'])
    await passMinutes(world, 60)
    expect(await openNames(ann)).toEqual(['Cellar', 'Tomato house'])
  })

  test('sends one message about all silent devices of a person', async () => {
    const world = await greenhouse()
    const { ann, device } = world
    const { db } = world.app.context
    const bob = await world.as('bob')
    const his = await world.aDevice(bob, 'Attic')
    const target = { kind: 'ntfy', server: 'https://ntfy.invalid', topic: 'tomatoes', token: '' }
    await ann.call(channelRoutes.create, { body: { name: 'Phone', target } })
    const devices = [device, his]
    for (let index = 0; index < 57; index++) devices.push(await world.aDevice(ann, `Bench ${index}`))
    for (const { deviceId } of devices) await sendEachMinute(deviceId === his.deviceId ? bob : ann, deviceId)
    for (const { deviceToken } of devices) await measureTogether(world, deviceToken, [20])
    await passMinutes(world, 16)
    expect(await openNames(ann)).toHaveLength(58)
    expect(await openNames(bob)).toEqual(['Attic'])
    await world.app.deliverer.settled()
    const told = db.selectFrom('notification').select(['title', 'state']).where('state', '<>', 'merged')
    expect(await told.execute()).toMatchObject([{ title: '58 messages' }])
  })
})

/** Ten intervals are less than a quarter of an hour then. */
async function sendEachMinute(person: Person, deviceId: string): Promise<void> {
  await person.call(deviceRoutes.changePreferences, { body: { deviceId, interval: '60' } })
}

async function seriesOf(person: Person, deviceId: string): Promise<Series[]> {
  return (await person.call(seriesRoutes.list, { params: { deviceId } })).body
}
