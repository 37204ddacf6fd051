import { deviceRoutes, readingRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { connectWire, publishPacket, rowsOf, versions } from '../../test/boards.ts'
import { databases } from '../../test/databases.ts'
import { createWorld, type World } from '../../test/world.ts'
import { KnownDevices } from '../features/devices/known-devices.ts'
import type { ReadingSlice } from './ingest-types.ts'
import { openUserStorage } from './user-storage.ts'

const LIMIT_MB = 0.2
const FULL = 'Your storage of 0.2 MB is full. Nothing new is stored until you delete readings or a device.'

/** Sends lists of a thousand readings, ten seconds apart, until one is not taken. Returns that answer. */
async function fill({ clock, call }: World, token: string) {
  for (let list = 0; list < 60; list++) {
    const readings = Array.from({ length: 1000 }, (_, index) => ({
      temperature: 20,
      humidity: 50,
      time: new Date(clock.now - (60_000 - list * 1000 - index) * 10_000).toISOString(),
    }))
    const answer = await call(readingRoutes.send, { body: readings, token })
    if (answer.status !== 200) return answer
  }
  throw new Error('Everything was taken')
}

/** Returns a slice of one device. */
function sliceOf(key: number): ReadingSlice {
  const entry = { stored: 0, duplicates: 0, refused: [] }
  const settled = { sliced: 0, isSettled: false, resolve: () => {}, reject: () => {} }
  return { queued: { key, entry, items: [], bytes: 0, ...settled }, items: [], isLast: true }
}

describe.each(databases)('a person who has filled the storage there is for each, on %s', (_name, open) => {
  test('sees it in the reply to the device and on its page, and takes no room from others', async () => {
    const world = await createWorld({ userStorageMb: LIMIT_MB, deviceReadingsPerSecond: 0 }, await open())
    const [ann, bob] = [await world.as('ann'), await world.as('bob')]
    const [device, theirs] = [await world.aDevice(ann), await world.aDevice(bob)]
    const answer = await fill(world, device.deviceToken)
    expect([answer.status, answer.body.title]).toEqual([507, FULL])
    const stored = await rowsOf(world, device)
    const shown = await ann.call(deviceRoutes.get, { query: { userDeviceId: device.deviceId } })
    const { count, reason } = shown.body.refused
    expect([reason, count > 0, (stored.length + count) % 1000]).toEqual([FULL, true, 0])
    await fill(world, device.deviceToken)
    expect(await rowsOf(world, device)).toHaveLength(stored.length)
    expect(
      (await world.call(readingRoutes.send, { body: { temperature: 20 }, token: theirs.deviceToken })).status,
    ).toBe(200)
  })

  test('has room again a minute after deleting', async () => {
    const world = await createWorld({}, await open())
    const ann = await world.as('ann')
    const device = await world.aDevice(ann)
    for (let list = 0; list < 20; list++) {
      const readings = Array.from({ length: 1000 }, (_, index) => ({
        temperature: 20,
        time: new Date(world.clock.now - (list * 1000 + index) * 10_000).toISOString(),
      }))
      await world.call(readingRoutes.send, { body: readings, token: device.deviceToken })
    }
    const clock = { now: 0 }
    const storage = openUserStorage(0.01, world.app.context.timeSeries, () => clock.now)
    const { db } = world.app.context
    const full = async () => {
      const { key } = await db.selectFrom('device').select('key').executeTakeFirstOrThrow()
      const { overQuota } = await storage.admit(db, [sliceOf(key)], await new KnownDevices().find(db, [key]))
      return overQuota.length > 0
    }
    expect(await full()).toBe(true)
    await ann.call(readingRoutes.remove, { query: { deviceId: device.deviceId } })
    clock.now += 60_000
    expect(await full()).toBe(false)
  })
})

test.each(versions)('a board over %s is not acknowledged what found no room', async (_name, version) => {
  const world = await createWorld({ userStorageMb: LIMIT_MB, deviceReadingsPerSecond: 0 })
  await world.app.listen()
  const ann = await world.as('ann')
  const device = await world.aDevice(ann)
  await fill(world, device.deviceToken)
  const before = await rowsOf(world, device)
  const wire = await connectWire(world.app.devicePort(), device, version)
  wire.send(publishPacket(device, { temperature: 20 }))
  // MQTT 3.1.1 has no code for it: the connection ends, and the board sends again when it is back.
  if (version === 5) expect(await wire.next('puback')).toMatchObject({ reasonCode: 0x97 })
  else await wire.ended
  expect(wire.arrived.filter(({ cmd }) => cmd === 'puback')).toEqual([])
  expect(await rowsOf(world, device)).toHaveLength(before.length)
})
