import { alertRoutes, conditionRoutes, deviceRoutes, readingRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { connectWire, publishPacket, rowsOf, versions } from '../boards.ts'
import { databases } from '../databases.ts'
import { createWorld } from '../world.ts'

const HOUR = 3_600_000
const AHEAD = Date.parse('2099-01-01T00:00:00Z')

describe.each(databases)('a clock that is wrong, on %s', (_name, open) => {
  async function greenhouse() {
    const database = await open()
    const world = await createWorld({}, database)
    const ann = await world.as('ann')
    const device = await world.aDevice(ann)
    const send = (body: object) => world.call(readingRoutes.send, { body, token: device.deviceToken })
    const newest = async () => (await ann.call(readingRoutes.newest)).body.sensorHistoryWithDeviceRecords[0]
    const shown = async () => (await ann.call(deviceRoutes.get, { query: { userDeviceId: device.deviceId } })).body
    return { ...world, database, ann, device, send, newest, shown }
  }

  test('a clock that is behind leaves readings it cannot date or check unacknowledged, and they are stored once it is right', async () => {
    const { clock, request, send, shown, device, app } = await greenhouse()
    const right = clock.now
    await send({ temperature: 20 })
    clock.now = right - HOUR
    const ready = await request('GET', '/readyz')
    expect([ready.status, ready.body.faults]).toEqual([503, ['clock']])
    const ofNow = { temperature: 21, time: new Date(right + 1000).toISOString() }
    for (const body of [ofNow, { temperature: 22 }]) {
      const { status, headers, body: answer } = await send(body)
      expect([status, headers['retry-after'], answer.type]).toEqual([
        503,
        '60',
        'urn:greenhouse:problem:server.clock-behind',
      ])
    }
    expect((await shown()).refused.count).toBe(0)
    expect((await send({ temperature: 5, time: new Date(right - 2 * HOUR).toISOString() })).body.stored).toBe(1)
    clock.now = right + 2000
    expect((await request('GET', '/readyz')).status).toBe(200)
    for (const body of [ofNow, { temperature: 22 }]) expect((await send(body)).body.stored).toBe(1)
    expect(await rowsOf({ app }, device)).toHaveLength(4)
  })

  test('a clock that was ahead once blocks no device, and the next reading is the newest again', async () => {
    const { app, ann, clock, device, send, newest } = await greenhouse()
    const condition = { userDeviceId: device.deviceId, sensorType: 'Temperature', condition: '>=40' }
    await ann.call(conditionRoutes.createForDevice, { body: condition })
    await send({ temperature: 20, time: new Date(clock.now - 1000).toISOString() })
    await storeAhead(app)
    await send({ temperature: 45, time: new Date(clock.now).toISOString() })
    expect(await newest()).toMatchObject({ temperature: 45 })
    expect((await ann.call(alertRoutes.list)).body).toHaveLength(1)
  })

  test('a start after the clock was ahead once finds the newest reading', async () => {
    const { app, clock, database, device, send, newest } = await greenhouse()
    const time = new Date(clock.now - 1000).toISOString()
    await send({ temperature: 20, time })
    await storeAhead(app)
    await createWorld({}, { ...database, close: () => Promise.resolve() })
    expect(await newest()).toMatchObject({ deviceId: device.deviceId, temperature: 20, time })
  })
})

/** Stores a temperature as while the clock was ahead. */
async function storeAhead({ context, registry }: App): Promise<void> {
  const { temperature } = await registry.boardSlots(1)
  await context.timeSeries.append([{ deviceKey: 1, at: AHEAD, slots: [temperature ?? -1], values: [19] }])
}

test.each(versions)('a board over %s receives no acknowledgement while the clock is behind', async (_name, version) => {
  const world = await createWorld()
  await world.app.listen()
  const device = await world.aDevice(await world.as('ann'))
  await world.call(readingRoutes.send, { body: { temperature: 20 }, token: device.deviceToken })
  const right = world.clock.now
  world.clock.now = right - HOUR
  const wire = await connectWire(world.app.devicePort(), device, version)
  wire.send(publishPacket(device, { temperature: 21, time: new Date(right).toISOString() }))
  expect(await wire.ended).toBe(version === 5 ? 0x89 : undefined)
  expect(wire.arrived.filter(({ cmd }) => cmd === 'puback')).toEqual([])
  expect(await rowsOf(world, device)).toHaveLength(1)
})
