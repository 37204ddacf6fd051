import { describe, expect, test } from 'vitest'
import { StoreUnavailable } from '../../platform/db/errors.ts'
import { UNAVAILABLE_DATABASE } from '../../../test/unavailable-database.ts'
import { createWorld } from '../../../test/world.ts'
import { KnownCredentials } from './known-credentials.ts'
import { KnownDevices } from './known-devices.ts'

const away = () => Promise.reject(new StoreUnavailable('The database is away.'))
const ann = { householdId: 'ann', device: 1 }

describe('credentials and devices without a database', () => {
  test('admits only clients whose token was valid before, while the database is unavailable', async () => {
    const known = new KnownCredentials<typeof ann>()
    expect(await known.find('right', async () => ann)).toBe(ann)
    expect(await known.find('wrong', async () => undefined)).toBeUndefined()
    expect(await known.find('right', away)).toBe(ann)
    await expect(known.find('wrong', away)).rejects.toThrow('away')
    await expect(known.find('never seen', away)).rejects.toThrow('away')
  })

  test('admits no replaced token, and none of an owner who has changed something', async () => {
    const known = new KnownCredentials<typeof ann>()
    await known.find('replaced', async () => ann)
    await known.find('replaced', async () => undefined)
    await expect(known.find('replaced', away)).rejects.toThrow('away')
    await known.find('changed', async () => ann)
    known.forget('bob')
    expect(await known.find('changed', away)).toBe(ann)
    known.forget('ann')
    await expect(known.find('changed', away)).rejects.toThrow('away')
  })

  test('admits nobody after another error than that of the database', async () => {
    const known = new KnownCredentials<typeof ann>()
    await known.find('right', async () => ann)
    await expect(known.find('right', () => Promise.reject(new Error('a mistake')))).rejects.toThrow('a mistake')
  })

  test('bounds the number of remembered tokens', async () => {
    const known = new KnownCredentials<typeof ann>({ capacity: 2 })
    for (const token of ['one', 'two', 'three']) await known.find(token, async () => ann)
    await expect(known.find('one', away)).rejects.toThrow('away')
    expect(await known.find('three', away)).toBe(ann)
  })

  test('knows a device that was read before, where several processes share the work', async () => {
    const world = await createWorld()
    const { deviceId } = await world.aDevice(await world.as('ann'))
    const { db } = world.app.context
    let now = 0
    const [shared, alone] = [new KnownDevices(() => now, true), new KnownDevices(() => now)]
    for (const known of [shared, alone]) await known.find(db, [1])
    now += 10_000
    const found = await shared.find(UNAVAILABLE_DATABASE, [1, 2])
    expect([...found.values()].map((device) => device.deviceId)).toEqual([deviceId])
    await expect(alone.find(UNAVAILABLE_DATABASE, [1])).rejects.toThrow('away')
    shared.forgetAll()
    expect((await shared.find(UNAVAILABLE_DATABASE, [1])).size).toBe(1)
    const { known, unasked } = await shared.ask(UNAVAILABLE_DATABASE, [1, 2])
    expect([[...known.keys()], [...unasked]]).toEqual([[1], [2]])
    await shared.find(db, [2])
    expect((await shared.ask(db, [1, 2])).unasked.size).toBe(0)
  })

  test('bounds the number of remembered devices, and keeps the most recently read', async () => {
    const world = await createWorld()
    const ann = await world.as('ann')
    for (let count = 0; count < 3; count++) await world.aDevice(ann)
    const { db } = world.app.context
    const known = new KnownDevices(() => 0, true, 2)
    for (const key of [1, 2, 3]) await known.find(db, [key])
    known.forgetAll()
    const asked = await known.ask(UNAVAILABLE_DATABASE, [1, 2, 3])
    expect([[...asked.known.keys()], [...asked.unasked]]).toEqual([[2, 3], [1]])
  })
})
