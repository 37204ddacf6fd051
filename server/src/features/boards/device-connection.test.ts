import { connectionRoutes, deviceConnection, deviceRoutes, readingRoutes } from '@greenhouse/contract'
import { expect, test, vi } from 'vitest'
import { PATIENT } from '../../../../testing/test-run.ts'
import { connectBoard, listeningWorld } from '../../../test/boards.ts'

async function connectionWorld() {
  const world = await listeningWorld()
  const { deviceId } = world.device
  const connection = async () =>
    deviceConnection.parse((await world.ann.call(connectionRoutes.get, { params: { deviceId } })).body)
  return { ...world, connection }
}

test("shows the address of a device's open connection and its start", async () => {
  const { clock, connection, device, port } = await connectionWorld()
  expect(await connection()).toMatchObject({ connected: false, address: null, since: null, board: null })
  const board = await connectBoard(port, device, 4)
  const since = new Date(clock.now).toISOString()
  clock.now += 60_000
  await vi.waitFor(async () => expect((await connection()).connected).toBe(true), PATIENT)
  expect(await connection()).toMatchObject({ address: '127.0.0.1', since })
  await board.endAsync()
  await vi.waitFor(async () => expect(await connection()).toMatchObject({ connected: false, since: null }), PATIENT)
})

test('shows the readings received in each half hour of the last day, and the number expected by the interval', async () => {
  const { call, clock, connection, device } = await connectionWorld()
  const at = (minutes: number) => new Date(clock.now - minutes * 60_000).toISOString()
  const body = [
    { temperature: 20, humidity: 50, time: at(0) },
    { temperature: 20, time: at(10) },
    { temperature: 20, time: at(40) },
    { temperature: 20, time: at(24 * 60 - 1) },
    { temperature: 20, time: at(24 * 60) },
  ]
  await call(readingRoutes.send, { body, token: device.deviceToken })
  const { received, expected } = await connection()
  expect([received.length, received[0], received[46], received[47]]).toEqual([48, 1, 1, 2])
  expect(received.reduce((sum, count) => sum + count)).toBe(4)
  expect(expected).toBe(144)
})

test("shows the end of a device's token, and of the one that replaced it", async () => {
  const { ann, clock, connection, device } = await connectionWorld()
  const tokenMadeAt = new Date(clock.now).toISOString()
  expect(await connection()).toMatchObject({ tokenEnd: device.deviceToken.slice(-4), tokenMadeAt })
  clock.now += 60_000
  const query = { userDeviceId: device.deviceId }
  const { deviceToken } = (await ann.call(deviceRoutes.replaceToken, { query })).body
  expect(await connection()).toMatchObject({
    tokenEnd: deviceToken.slice(-4),
    tokenMadeAt: new Date(clock.now).toISOString(),
  })
})

test('shows refused messages of a device by topic until its readings are deleted', async () => {
  const { ann, app, connection, device, port } = await connectionWorld()
  const board = await connectBoard(port, device, 4)
  await board.publishAsync('home/status', 'online', { qos: 1 })
  await app.refused.write()
  expect((await connection()).refused).toMatchObject([{ topic: 'home/status', count: 1, sample: 'online' }])
  await ann.call(readingRoutes.remove, { query: { deviceId: device.deviceId } })
  expect((await connection()).refused).toEqual([])
})

test('shows that a board with the id of the device connected with a wrong token', async () => {
  const { app, connection, device, port } = await connectionWorld()
  const refusals = async () => {
    await app.refused.write()
    return (await connection()).refused.map(({ topic, reason, count }) => ({ topic, reason, count }))
  }
  await expect(connectBoard(port, { ...device, deviceToken: 'wrong' }, 4)).rejects.toThrow('Not authorized')
  const wrongToken = { topic: 'MQTT connection', reason: 'It tried to connect with a wrong token.', count: 1 }
  await vi.waitFor(async () => expect(await refusals()).toEqual([wrongToken]), PATIENT)
})

test('shows attempts with a token that nobody has over MQTT and HTTP, to the only household of a server', async () => {
  const { ann, app, port, as } = await connectionWorld()
  const attempts = async () => (await ann.call(connectionRoutes.unknownTokens, {})).body
  expect(await attempts()).toEqual({ isKnown: true, attempts: [] })
  await expect(connectBoard(port, { deviceId: 'shelly-1', deviceToken: 'mistyped' }, 4)).rejects.toThrow(
    'Not authorized',
  )
  const sent = await app.http.fastify.inject({
    method: 'POST',
    url: readingRoutes.send.path,
    headers: { host: 'localhost', authorization: 'mistyped' },
    payload: { temperature: 21 },
  })
  expect(sent.statusCode).toBe(401)
  await vi.waitFor(
    async () =>
      expect((await attempts()).attempts).toMatchObject([
        { way: 'HTTP', network: '127.0.0.1', count: 1 },
        { way: 'MQTT', network: '127.0.0.1', count: 1 },
      ]),
    PATIENT,
  )
  const bob = await as('bob')
  expect((await bob.call(connectionRoutes.unknownTokens, {})).body).toEqual({ isKnown: false, attempts: [] })
  expect(await attempts()).toEqual({ isKnown: false, attempts: [] })
})
