import { boardRoutes, deviceRoutes, hubRoutes, plantRoutes, readingRoutes, seriesRoutes } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../testing/growers.ts'
import type { Sensor } from '../src/features/series/names/sensor-names.ts'
import { openClusterWorlds } from './cluster-worlds.ts'
import { leavingDatabase } from '../../timeseries/test/two-series.ts'
import type { World } from './world.ts'

/**
 * Opens a web node, and a gateway whose database can fail. The gateway has cached a device of Ann's and one of Bob's, and a hub
 * of Ann's that sends for a board that she has claimed.
 */
async function aGateway() {
  const { db, log, network, open } = await openClusterWorlds()
  const leaving = leavingDatabase(db)
  const [web, gateway] = [await open(['web']), await open(['gateway'], log, leaving.db)]
  const [ann, bob] = [await aGrower(web, 'ann'), await aGrower(web, 'bob')]
  const hub = (await ann.call(hubRoutes.create, { body: { name: 'Shed' } })).body
  /** Sends to the gateway. */
  const send = async (token: string, body: object) => {
    gateway.clock.now += 60_000
    return (await gateway.request('POST', readingRoutes.send.path, body, token)).status
  }
  const sendBoard = (name: string) => send(hub.token, { device: name, temperature: 21 })
  for (let round = 0; round < 2; round++) await sendBoard('claimed')
  const [{ boardId }] = (await ann.call(boardRoutes.list)).body
  await ann.call(boardRoutes.claim, { params: { boardId }, body: { deviceName: 'Bench' } })
  const sendBoth = async () => [await send(ann.deviceToken, { temperature: 20 }), await sendBoard('claimed')]
  await expect.poll(sendBoth).toEqual([200, 200])
  expect(await send(bob.deviceToken, { temperature: 20 })).toBe(200)
  const { registry } = gateway.app
  const { key: deviceKey } = await db
    .selectFrom('device')
    .select('key')
    .where('id', '=', ann.deviceId)
    .executeTakeFirstOrThrow()
  const temperature = () => registry.sensorsOf(deviceKey).find(registry.names.of('temperature') as Sensor)
  /** Publishes from another process that a member has changed something. */
  const publishChange = (userId: string) => web.app.context.bus.publish('member-changed', userId)
  /** Resolves when the gateway queries its database once more. */
  const asksAgain = async () => {
    const { asked } = leaving
    await expect.poll(() => leaving.asked).toBeGreaterThan(asked)
  }
  return { ann, bob, leaving, network, send, sendBoard, sendBoth, temperature, publishChange, asksAgain }
}

test('accepts readings of known devices during a database outage', async () => {
  const { leaving, sendBoth } = await aGateway()
  leaving.isUnavailable = true
  expect(await sendBoth()).toEqual([200, 200])
})

test('accepts readings of known devices when messages are missed during a database outage', async () => {
  const { leaving, network, sendBoth, asksAgain } = await aGateway()
  leaving.isUnavailable = true
  network.reportGap()
  expect(await sendBoth()).toEqual([200, 200])
  await asksAgain()
  expect(await sendBoth()).toEqual([200, 200])
})

test('accepts readings of known devices when messages were missed just before a database outage, except with a replaced token', async () => {
  const { bob, leaving, network, send, sendBoth } = await aGateway()
  const duringOutage = async <Result>(sending: () => Promise<Result>) => {
    leaving.isUnavailable = true
    return sending().finally(() => (leaving.isUnavailable = false))
  }
  network.isCut = true
  await bob.replaceToken()
  network.isCut = false
  network.reportGap()
  // Once the gateway refuses the old token, it has reloaded its caches.
  await expect.poll(() => duringOutage(() => send(bob.deviceToken, { temperature: 20 }))).toBe(503)
  expect(await duringOutage(sendBoth)).toEqual([200, 200])
})

test('accepts readings of known devices when another member made a change as a database outage began', async () => {
  const { bob, leaving, sendBoth, publishChange, asksAgain } = await aGateway()
  leaving.isUnavailable = true
  publishChange(bob.userId)
  await asksAgain()
  expect(await sendBoth()).toEqual([200, 200])
})

test('accepts readings during a database outage after their owner made a change unrelated to devices', async () => {
  const { ann, leaving, sendBoth } = await aGateway()
  const plant = { plantName: 'Basil', plantType: 'Herb' }
  expect((await ann.call(plantRoutes.create, { body: plant })).status).toBeLessThan(300)
  leaving.isUnavailable = true
  expect(await sendBoth()).toEqual([200, 200])
})

test('accepts readings of claimed boards during a database outage, and refuses those of an unclaimed one', async () => {
  const { leaving, sendBoard, sendBoth } = await aGateway()
  for (let round = 0; round < 2; round++) expect(await sendBoard('new')).toBe(200)
  leaving.isUnavailable = true
  expect(await sendBoard('new')).toBe(503)
  expect(await sendBoth()).toEqual([200, 200])
})

test("applies another process's changes from a database outage once the database is back", async () => {
  const { ann, leaving, network, send, temperature } = await aGateway()
  leaving.isUnavailable = true
  network.isCut = true
  const [{ seriesId }] = (await ann.call(seriesRoutes.list, { params: { deviceId: ann.deviceId } })).body
  await ann.call(seriesRoutes.edit, { params: { seriesId }, body: { calibration: { offset: -3 } } })
  await ann.replaceToken()
  network.isCut = false
  network.reportGap()
  expect(await send(ann.deviceToken, { temperature: 20 })).toBe(200)
  leaving.isUnavailable = false
  await expect.poll(() => temperature()?.calibration).toEqual({ offset: -3 })
  expect(await send(ann.deviceToken, { temperature: 20 })).toBe(401)
})

/** A member with a device, whose token is replaced by `replaceToken`. */
async function aGrower(world: World, name: string) {
  const person = await world.as(name)
  const device = await world.aDevice(person)
  const parts = { query: { userDeviceId: device.deviceId }, body: { password: PASSWORD } }
  const replaceToken = async () => expect((await person.call(deviceRoutes.replaceToken, parts)).status).toBe(200)
  return { ...person, ...device, replaceToken }
}
