import { describe, expect, test } from 'vitest'
import { StoreUnavailable } from '../../platform/db/errors.ts'
import { createWorld } from '../../../test/world.ts'
import { KnownCredentials } from './known-credentials.ts'
import { KnownDevices } from './known-devices.ts'

const away = () => Promise.reject(new StoreUnavailable('The database is away.'))
const ann = { userId: 'ann', device: 1 }

describe('while the database is away', () => {
  test('whose token was right before is known by it, and nobody else', async () => {
    const known = new KnownCredentials<typeof ann>()
    expect(await known.find('right', async () => ann)).toBe(ann)
    expect(await known.find('wrong', async () => undefined)).toBeUndefined()
    expect(await known.find('right', away)).toBe(ann)
    await expect(known.find('wrong', away)).rejects.toThrow('away')
    await expect(known.find('never seen', away)).rejects.toThrow('away')
  })

  test('a token that was replaced, or whose owner has changed something, opens nothing', async () => {
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

  test('another fault than that of the database lets nobody in', async () => {
    const known = new KnownCredentials<typeof ann>()
    await known.find('right', async () => ann)
    await expect(known.find('right', () => Promise.reject(new Error('a mistake')))).rejects.toThrow('a mistake')
  })

  test('the tokens that are remembered are bounded', async () => {
    const known = new KnownCredentials<typeof ann>({ most: 2 })
    for (const token of ['one', 'two', 'three']) await known.find(token, async () => ann)
    await expect(known.find('one', away)).rejects.toThrow('away')
    expect(await known.find('three', away)).toBe(ann)
  })

  test('a device that was read before is known where several processes share the work', async () => {
    const world = await createWorld()
    const { deviceId } = await world.aDevice(await world.as('ann'))
    const { db } = world.app.context
    const noDatabase = { selectFrom: () => ({ select: () => ({ where: () => ({ execute: away }) }) }) }
    let now = 0
    const [shared, alone] = [new KnownDevices(() => now, true), new KnownDevices(() => now)]
    for (const known of [shared, alone]) await known.find(db, [1])
    now += 10_000
    const found = await shared.find(noDatabase as never, [1, 2])
    expect([...found.values()].map((device) => device.deviceId)).toEqual([deviceId])
    await expect(alone.find(noDatabase as never, [1])).rejects.toThrow('away')
    shared.forgetAll()
    expect((await shared.find(noDatabase as never, [1])).size).toBe(1)
  })
})
