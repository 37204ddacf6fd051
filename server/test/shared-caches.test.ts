import { readingRoutes, seriesRoutes, type Series } from '@greenhouse/contract'
import { expect, test, vi } from 'vitest'
import { PATIENT } from '../../testing/test-run.ts'
import { findDeviceKeys } from '../src/features/devices/known-device-store.ts'
import type { Sensor } from '../src/features/series/names/sensor-names.ts'
import { twoProcesses } from './two-processes.ts'
import type { World } from './world.ts'

/** Opens two processes that have cached a device of Ann's. */
async function aCachedDevice() {
  const processes = await twoProcesses()
  const { one, other, ann } = processes
  const device = await one.aDevice(ann)
  const keys = await findDeviceKeys(one.app.context.db, [device.deviceId])
  const deviceKey = keys.get(device.deviceId) ?? 0
  const send = async (world: World, body: object) =>
    (await world.call(readingRoutes.send, { body, token: device.deviceToken })).status
  for (const world of [one, other]) await world.app.registry.load(deviceKey)
  const newest = async (): Promise<Series[]> => (await ann.call(seriesRoutes.newest)).body
  return { ...processes, deviceKey, send, newest }
}

test('a calibration in one process corrects the readings sent to another', async () => {
  const { one, annOnOther, deviceKey, send, newest } = await aCachedDevice()
  expect(await send(one, { temperature: 20 })).toBe(200)
  const [{ seriesId } = { seriesId: '' }] = await newest()
  const body = { calibration: { offset: -3 } }
  expect((await annOnOther.call(seriesRoutes.edit, { params: { seriesId }, body })).status).toBe(200)
  await vi.waitFor(() => expect(temperatureOf(one, deviceKey)?.calibration).toEqual({ offset: -3 }), PATIENT)
  one.clock.now += 60_000
  expect(await send(one, { temperature: 20 })).toBe(200)
  expect((await newest())[0]?.newest?.value).toBe(17)
})

test.each([
  ['after its message', false],
  ['without its message', true],
])('a sensor first seen by one process is the same in another one %s', async (_when, isCut) => {
  const { network, one, other, deviceKey, send } = await aCachedDevice()
  network.isCut = isCut
  expect(await send(one, { temperature: 20 })).toBe(200)
  if (!isCut) await vi.waitFor(() => expect(temperatureOf(other, deviceKey)).toBeDefined(), PATIENT)
  other.clock.now += 60_000
  expect(await send(other, { co2: 800, temperature: 21 })).toBe(200)
  const rows = await one.app.context.db.selectFrom('series').select(['metric', 'slot']).orderBy('metric').execute()
  expect(rows).toEqual([
    { metric: 'co2', slot: isCut ? 4 : 2 },
    { metric: 'temperature', slot: 0 },
  ])
})

/** Returns a process's cached temperature sensor of a device. */
function temperatureOf({ app: { registry } }: World, deviceKey: number) {
  return registry.sensorsOf(deviceKey).find(registry.names.of('temperature') as Sensor)
}
