import { conditionRoutes, deviceRoutes, plantRoutes, settingRoutes, topic } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { liveWorld } from './live-world.ts'

describe('changes on a live connection', () => {
  test('shows an act of care to the app by its content, and to older clients only as a change', async () => {
    const world = await liveWorld()
    const [ann, bob] = [await world.as('ann'), await world.as('bob')]
    const { plantId } = (await ann.call(plantRoutes.create, { body: { plantName: 'Fern', plantType: 'Fern' } })).body
    const [page, old, other] = [await world.open('page'), await world.open('old'), await world.open('other')]
    expect(await world.subscribe(ann, 'page', topic.householdOf(ann.householdId))).toBe(204)
    expect(await world.subscribe(ann, 'old', `changes-${ann.userId}`, `alerts-${ann.userId}`, 'Dashboard')).toBe(204)
    expect(await world.subscribe(bob, 'other', topic.householdOf(bob.householdId))).toBe(204)
    await ann.call(plantRoutes.water, { query: { plantId } })
    await ann.call(settingRoutes.set, { params: { settingName: 'celsius' }, body: { value: false } })
    await expect.poll(() => [page.frames.length, old.frames.length]).toEqual([2, 2])
    expect(page.frames).toMatchObject([
      { eventType: 'care', care: [{ plantId, by: { name: 'ann' } }], watered: [{ plantId }] },
      // Personal changes reach the app by the same topic.
      { eventType: 'ServerReportsChange', changed: ['settings'] },
    ])
    expect(old.frames).toEqual([
      { eventType: 'ServerReportsChange', changed: ['plants', 'tasks', 'care', 'alerts'] },
      { eventType: 'ServerReportsChange', changed: ['settings'] },
    ])
    expect(other.frames).toEqual([])
  })

  test('reports the changes of another browser only to subscribed connections of the same user', async () => {
    const world = await liveWorld()
    const [ann, bob] = [await world.as('ann'), await world.as('bob')]
    const [page, old, other] = [await world.open('page'), await world.open('old'), await world.open('other')]
    expect(await world.subscribe(ann, 'page', `changes-${ann.userId}`)).toBe(204)
    expect(await world.subscribe(ann, 'old', `alerts-${ann.userId}`, 'Dashboard')).toBe(204)
    expect(await world.subscribe(bob, 'other', `changes-${bob.userId}`, `alerts-${bob.userId}`, 'Dashboard')).toBe(204)

    const { deviceId } = await world.aDevice(ann)
    await ann.call(deviceRoutes.changePreferences, { body: { deviceId, interval: '60' } })
    await ann.call(settingRoutes.set, { params: { settingName: 'celsius' }, body: { value: false } })
    const plant = await ann.call(plantRoutes.create, { body: { plantName: 'Fern', plantType: 'Fern', waterEvery: 7 } })
    await ann.call(conditionRoutes.createForPlant, { body: { plantId: plant.body.plantId } })
    // A refused request changes nothing, so it is not reported.
    expect((await ann.call(plantRoutes.create, { body: {} })).status).toBe(400)
    await ann.call(deviceRoutes.remove, { query: { userDeviceId: deviceId } })

    const changed = [
      ['devices'],
      ['devices'],
      ['settings'],
      ['plants', 'tasks', 'care'],
      ['conditions', 'alerts'],
      ['devices', 'conditions', 'alerts', 'boards'],
    ]
    await expect.poll(() => page.frames.length).toBe(changed.length)
    expect(page.frames).toEqual(changed.map((subjects) => ({ eventType: 'ServerReportsChange', changed: subjects })))
    expect(old.frames.filter(({ eventType }) => eventType === 'ServerReportsChange')).toEqual([])
    expect(other.frames).toEqual([])
  })
})
