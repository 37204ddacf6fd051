import { authRoutes, deviceRoutes, readingRoutes, settingRoutes, userRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { createWorld } from '../../../test/world.ts'

describe('a device', () => {
  test('creates a device with its defaults, and returns its token only then', async () => {
    const { as } = await createWorld()
    const ann = await as('ann')
    const made = await ann.call(deviceRoutes.create, { body: { deviceName: ' Tomato house ', role: 'admin' } })
    expect(made.status).toBe(200)
    expect(made.body).toMatchObject({
      deviceName: 'Tomato house',
      deviceDescription: '',
      waitTime: '600',
      userId: ann.userId,
      connected: false,
      lastSeenAt: null,
    })
    expect(made.body.deviceToken.length).toBeGreaterThanOrEqual(43)
    const { body } = await ann.call(deviceRoutes.get, { query: { userDeviceId: made.body.deviceId } })
    expect(body).not.toHaveProperty('deviceToken')
    expect(JSON.stringify(body)).not.toContain(made.body.deviceToken)
  })

  test.each([
    [{ deviceName: '' }, { deviceName: ['Device name is required'] }],
    [{}, { deviceName: ['Device name is required'] }],
    [{ deviceName: 'x' }, { deviceName: ['Name must be between 2 and 30 characters.'] }],
    [{ deviceName: 'x'.repeat(31) }, { deviceName: ['Name must be between 2 and 30 characters.'] }],
    [
      { deviceName: 'ok', deviceDescription: 'x'.repeat(500) },
      { deviceDescription: ['Description must be under 500 characters.'] },
    ],
    [{ deviceName: 'ok', waitTime: '9' }, { waitTime: ['Minimum 10 seconds allowed.'] }],
    [{ deviceName: 'ok', waitTime: '1000000' }, { waitTime: ['Max 999999 seconds in total '] }],
    [{ deviceName: 'ok', waitTime: 'often' }, { waitTime: ['Minimum 10 seconds allowed.'] }],
  ])('refuses a device of %j with the messages of the form', async (input, errors) => {
    const { as } = await createWorld()
    const ann = await as('ann')
    const { status, body } = await ann.call(deviceRoutes.create, { body: input })
    expect([status, body.errors]).toEqual([400, errors])
  })

  test('changes some fields of a device, or only its interval', async () => {
    const { as, aDevice } = await createWorld()
    const ann = await as('ann')
    const { deviceId } = await aDevice(ann)
    await ann.call(deviceRoutes.edit, { query: { userDeviceId: deviceId }, body: { deviceDescription: 'By the door' } })
    await ann.call(deviceRoutes.changePreferences, { body: { deviceId, interval: '60' } })
    const { body } = await ann.call(deviceRoutes.get, { query: { userDeviceId: deviceId } })
    expect(body).toMatchObject({ deviceName: 'Tomato house', deviceDescription: 'By the door', waitTime: '60' })
  })

  test("returns 404 for another user's device in every request", async () => {
    const { as, aDevice } = await createWorld()
    const [ann, bob] = [await as('ann'), await as('bob')]
    const { deviceId } = await aDevice(ann)
    const asked = (id: string) =>
      Promise.all([
        bob.call(deviceRoutes.get, { query: { userDeviceId: id } }),
        bob.call(deviceRoutes.edit, { query: { userDeviceId: id }, body: { deviceName: 'Mine' } }),
        bob.call(deviceRoutes.replaceToken, { query: { userDeviceId: id } }),
        bob.call(deviceRoutes.changePreferences, { body: { deviceId: id, interval: '60' } }),
        bob.call(deviceRoutes.remove, { query: { userDeviceId: id } }),
        bob.call(readingRoutes.remove, { query: { deviceId: id } }),
      ])
    const [theirs, none] = [await asked(deviceId), await asked('0190a1b2-0000-4000-8000-000000000000')]
    expect(theirs.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    expect(theirs.map(({ body }) => body)).toEqual(none.map(({ body }) => body))
    expect((await bob.call(deviceRoutes.list)).body).toEqual([])
    expect((await ann.call(deviceRoutes.list)).body).toMatchObject([{ deviceName: 'Tomato house' }])
  })

  test('invalidates the old token of a device when a new one is made, and both when it is removed', async () => {
    const { as, aDevice, call } = await createWorld()
    const ann = await as('ann')
    const { deviceId, deviceToken } = await aDevice(ann)
    const send = async (token: string) => (await call(readingRoutes.send, { body: { temperature: 20 }, token })).status
    expect(await send(deviceToken)).toBe(200)
    const { body } = await ann.call(deviceRoutes.replaceToken, { query: { userDeviceId: deviceId } })
    expect(await send(deviceToken)).toBe(401)
    expect(await send(body.deviceToken)).toBe(200)
    expect((await ann.call(deviceRoutes.remove, { query: { userDeviceId: deviceId } })).status).toBe(204)
    expect(await send(body.deviceToken)).toBe(401)
  })

  test("allows a device's token only to send its own readings", async () => {
    const { as, aDevice, call } = await createWorld()
    const ann = await as('ann')
    const { deviceToken } = await aDevice(ann)
    for (const route of [userRoutes.get, deviceRoutes.list, settingRoutes.get, authRoutes.secured]) {
      expect((await call(route, { token: deviceToken })).status).toBe(401)
    }
    expect((await call(readingRoutes.send, { body: { temperature: 20 }, token: ann.token })).status).toBe(401)
  })

  test('limits an account to 200 devices', async () => {
    const { as } = await createWorld()
    const ann = await as('ann')
    const make = (count: number) =>
      Promise.all(Array.from({ length: count }, () => ann.call(deviceRoutes.create, { body: { deviceName: 'Board' } })))
    const isMade = ({ status }: { status: number }) => status === 200
    // Each waits for those before it, and one that waits too long is refused.
    for (let made = 0; made < 180; made += 20) expect((await make(20)).every(isMade)).toBe(true)
    const last = await make(23)
    expect(last.filter(isMade)).toHaveLength(20)
    expect(last.find((one) => !isMade(one))?.body.title).toContain('200')
  })
})
