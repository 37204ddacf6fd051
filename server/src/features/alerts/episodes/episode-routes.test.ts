import {
  conditionRoutes,
  deviceRoutes,
  episodeRoutes,
  ruleRoutes,
  settingRoutes,
  type Rule,
} from '@greenhouse/contract'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { hubTopic } from '../../../platform/live/topics.ts'
import { addCondition, alertingWorld, alertsOf, measure, measureTogether } from '../../../../test/alerting.ts'
import { databases } from '../../../../test/databases.ts'
import { episodesOf } from '../../../../test/episodes.ts'

const MINUTE = 60_000
const HOUR = 3_600_000

describe.each(databases)('episodes on %s', (_name, open) => {
  const greenhouse = () => alertingWorld(open)
  const iso = (at: number) => new Date(at).toISOString()

  test('returns episodes with the facts of their opening, worst value and end', async () => {
    const world = await greenhouse()
    const { ann, clock, device } = world
    const { body: condition } = await addCondition(ann, device.deviceId, '>=28')
    await measure(world, device.deviceToken, 20, 29)
    const openedAt = clock.now
    await measure(world, device.deviceToken, 33, 30)
    const opening = {
      kind: 'above',
      severity: 'warning',
      name: 'Tomato house',
      text: null,
      ruleId: condition.conditionAlertUserDeviceId,
      ruleName: '',
      plantConditionId: null,
      deviceId: device.deviceId,
      metric: 'temperature',
      channel: '',
      label: 'Temperature',
      unit: '°C',
      limit: 28,
      upperLimit: null,
      withinMinutes: null,
      clearAt: 28,
      openedAt: iso(openedAt),
      openedValue: 29,
      worstAt: iso(openedAt + MINUTE),
      worstValue: 33,
      knownAt: iso(openedAt),
      acknowledgedAt: null,
      acknowledgedBy: null,
      acknowledgedNote: null,
      mutedUntil: null,
    }
    const [first] = await episodesOf(ann)
    expect(first).toMatchObject({ ...opening, closedAt: null, closedValue: null, closedWhy: null, closedKnownAt: null })
    await measure(world, device.deviceToken, 27)
    const closing = { closedAt: iso(clock.now), closedValue: 27, closedWhy: 'back', closedKnownAt: iso(clock.now) }
    expect(await episodesOf(ann)).toEqual([{ ...first, ...opening, ...closing }])
  })

  test('finds the worst value of an episode of several days', async () => {
    const world = await greenhouse()
    const { ann, clock, device } = world
    await addCondition(ann, device.deviceId, '<=5')
    await measure(world, device.deviceToken, 4)
    let lowest = 0
    for (let part = 0; part < 40; part++) {
      clock.now += 3 * HOUR
      await measureTogether(
        world,
        device.deviceToken,
        Array.from({ length: 50 }, (_, index) => 3 + (index % 7) / 10),
      )
      if (part !== 17) continue
      await measure(world, device.deviceToken, -8.5)
      lowest = clock.now
    }
    const worst = { worstValue: -8.5, worstAt: iso(lowest) }
    expect(await episodesOf(ann)).toMatchObject([worst])
    await measure(world, device.deviceToken, 9)
    expect(await episodesOf(ann)).toMatchObject([{ ...worst, closedWhy: 'back' }])
  })

  test('closes an episode when its rule changes its meaning, and otherwise keeps it open', async () => {
    const world = await greenhouse()
    const { ann, device } = world
    const { body } = await addCondition(ann, device.deviceId, '>=28')
    const params = { ruleId: body.conditionAlertUserDeviceId as string }
    const edit = (change: object) => ann.call(ruleRoutes.edit, { params, body: change })
    const ends = async () => (await episodesOf(ann)).map(({ closedWhy }) => closedWhy)
    await measure(world, device.deviceToken, 30)
    await edit({ name: 'Too hot', severity: 'critical', repeatMinutes: 60 })
    expect(await ends()).toEqual([null])
    await edit({ limit: 29 })
    expect(await ends()).toEqual(expect.arrayContaining([null, 'rule-changed']))
    const [open] = await episodesOf(ann, { state: 'open' })
    expect(open).toMatchObject({ limit: 29, severity: 'critical', ruleName: 'Too hot' })
    await edit({ isOn: false })
    expect(await episodesOf(ann, { state: 'open' })).toEqual([])
    await measure(world, device.deviceToken, 31)
    expect(await ends()).toHaveLength(2)
    await edit({ isOn: true })
    expect(await episodesOf(ann, { state: 'open' })).toMatchObject([{ openedValue: 31 }])
    await ann.call(conditionRoutes.removeFromDevice, { query: { conditionId: params.ruleId } })
    expect(new Set(await ends())).toEqual(new Set(['rule-changed', 'rule-off', 'rule-removed']))
    await addCondition(ann, device.deviceId, '>=28')
    await ann.call(deviceRoutes.remove, { query: { userDeviceId: device.deviceId } })
    expect(await ends()).toContain('device-removed')
    expect(await alertsOf(ann)).toHaveLength(4)
  })

  test('lists episodes and notes by state, time, device and severity, and by page', async () => {
    const world = await greenhouse()
    const { ann, clock, device } = world
    const other = await world.aDevice(ann, 'Cellar')
    await addCondition(ann, device.deviceId, '>=28')
    const start = clock.now
    await measure(world, device.deviceToken, 30, 30, 20)
    await noteOf(world, start + 3.5 * MINUTE)
    await addCondition(ann, other.deviceId, '<=0')
    const rules = (await ann.call(ruleRoutes.list)).body as Rule[]
    const cellar = rules.find(({ deviceId, kind }) => deviceId === other.deviceId && kind === 'below')
    await ann.call(ruleRoutes.edit, { params: { ruleId: cellar?.ruleId ?? '' }, body: { severity: 'critical' } })
    clock.now += MINUTE
    await measure(world, other.deviceToken, -1)
    const names = async (query: object) => (await episodesOf(ann, query)).map(({ name }) => name)
    const all = await episodesOf(ann)
    expect(all.map(({ kind }) => kind)).toEqual(['below', 'note', 'above'])
    expect(all[1]).toMatchObject({ text: 'It stands open', closedAt: all[1]?.openedAt, severity: 'info' })
    expect(await names({ state: 'open' })).toEqual(['Cellar'])
    expect(await names({ state: 'closed' })).toEqual(['Door', 'Tomato house'])
    expect(await names({ severity: 'warning' })).toEqual(['Tomato house'])
    expect(await names({ severity: 'critical' })).toEqual(['Cellar'])
    expect(await names({ severity: 'info' })).toEqual(['Door'])
    expect(await names({ deviceId: device.deviceId })).toEqual(['Tomato house'])
    // The first was open from the first minute to the third.
    const within = (from: number, to: number) =>
      names({ from: iso(start + from * MINUTE), to: iso(start + to * MINUTE) })
    expect(await within(2, 2.5)).toEqual(['Tomato house'])
    expect(await within(3, 3)).toEqual(['Tomato house'])
    expect(await within(3.1, 3.5)).toEqual(['Door'])
    expect(await within(4, 4.5)).toEqual([])
    expect(await within(6, 99)).toEqual(['Cellar'])
    expect(await names({ knownAfter: iso(start + 1 * MINUTE) })).toEqual(['Cellar', 'Door'])
    expect(await names({ year: 2026 })).toHaveLength(3)
    expect(await names({ year: 2025 })).toEqual([])
    expect(await names({ limit: 2, before: all[0]?.episodeId })).toEqual(['Door', 'Tomato house'])
    expect(await names({ limit: 1, before: all[1]?.episodeId })).toEqual(['Tomato house'])
    expect((await ann.call(episodeRoutes.list, { query: { limit: 1000 } })).status).toBe(400)
    expect((await ann.call(episodeRoutes.list, { query: { before: other.deviceId } })).status).toBe(404)
  })

  test('lets the owner acknowledge and mute an open episode, and updates her browsers', async () => {
    const world = await greenhouse()
    const { ann, app, clock, device } = world
    const bob = await world.as('bob')
    const publish = vi.spyOn(app.context.hub, 'publish')
    onTestFinished(() => publish.mockRestore())
    const published = () =>
      publish.mock.calls.flatMap(([topic, message]) => (message.eventType === 'episodes' ? [{ topic, message }] : []))
    await addCondition(ann, device.deviceId, '>=28')
    await measure(world, device.deviceToken, 30)
    const [episode] = await episodesOf(ann)
    const params = { episodeId: episode?.episodeId ?? '' }
    expect(published()).toMatchObject([
      { topic: hubTopic.episodesOf(ann.householdId), message: { episodes: [episode] } },
    ])
    const until = iso(clock.now + HOUR)
    for (const one of [
      await bob.call(episodeRoutes.acknowledge, { params }),
      await bob.call(episodeRoutes.mute, { params, body: { until } }),
    ])
      expect(one.status).toBe(404)
    expect(await episodesOf(bob)).toEqual([])

    const acknowledged = { ...episode, acknowledgedAt: iso(clock.now), acknowledgedBy: 'ann' }
    expect((await ann.call(episodeRoutes.acknowledge, { params })).body).toEqual(acknowledged)
    clock.now += 1000
    expect((await ann.call(episodeRoutes.acknowledge, { params })).body).toEqual(acknowledged)
    expect((await ann.call(episodeRoutes.mute, { params, body: { until } })).body).toMatchObject({ mutedUntil: until })
    expect(published().at(-1)).toMatchObject({ message: { episodes: [{ ...acknowledged, mutedUntil: until }] } })
    expect((await ann.call(episodeRoutes.mute, { params, body: { until: null } })).body).toEqual(acknowledged)
    await measure(world, device.deviceToken, 20)
    expect(published().at(-1)).toMatchObject({ message: { episodes: [{ closedWhy: 'back' }] } })
    expect((await ann.call(episodeRoutes.mute, { params, body: { until } })).body).toMatchObject({ mutedUntil: null })
  })

  test('shows episodes as alerts to older clients, in the units that a person chooses later', async () => {
    const world = await greenhouse()
    const { ann, device } = world
    await addCondition(ann, device.deviceId, '<=0')
    await measure(world, device.deviceToken, -2)
    const [before] = await alertsOf(ann)
    expect(before.alertId).toBe((await episodesOf(ann))[0]?.episodeId)
    expect(before.alertDesc).toContain('\u22122,0\u00a0°C')
    await ann.call(settingRoutes.set, { params: { settingName: 'celsius' }, body: { value: false } })
    expect((await alertsOf(ann))[0].alertDesc).toContain('28,4\u00a0°F')
  })
})

type Alerting = Awaited<ReturnType<typeof alertingWorld>>

/** Stores an alert that somebody made by hand. */
async function noteOf({ ann, app }: Alerting, at: number): Promise<void> {
  const note = {
    id: app.context.newId(),
    household_id: ann.householdId,
    name: 'Door',
    description: 'It stands open',
    at,
  }
  await app.context.db
    .insertInto('alert')
    .values({ ...note, plant_condition_id: null, rule_id: null, device_key: null, series_id: null, sensor_type: null })
    .execute()
}
