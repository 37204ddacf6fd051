import { alertRoutes, conditionRoutes, readingRoutes } from '@greenhouse/contract'
import type { Bus } from '../src/platform/bus/bus.ts'
import type { OpenDatabase } from '../src/platform/db/open.ts'
import { createWorld, type Person, type World } from './world.ts'

const MINUTE = 60_000

/**
 * Creates a world on a database of its own, in which Ann has a device.
 *
 * @param bus keeps the world a single process, also in the tests of a cluster
 */
export async function alertingWorld(open: () => Promise<OpenDatabase>, bus?: Bus) {
  const database = await open()
  const world = await createWorld({}, database, undefined, bus && { bus })
  const ann = await world.as('ann')
  const device = await world.aDevice(ann)
  return { ...world, database, ann, device }
}

export async function alertsOf(person: Person, query: object = {}) {
  return (await person.call(alertRoutes.list, { query })).body
}

/** Adds a condition for the temperature. */
export function addCondition(person: Person, userDeviceId: string, condition: string) {
  return person.call(conditionRoutes.createForDevice, {
    body: { userDeviceId, sensorType: 'Temperature', condition },
  })
}

/** Sends temperatures, one a minute. */
export async function measure({ call, clock }: World, token: string, ...values: Array<number | null>) {
  for (const temperature of values) {
    clock.now += MINUTE
    await call(readingRoutes.send, {
      body: { temperature, humidity: 50, timestamp: new Date(clock.now).toISOString() },
      token,
    })
  }
}

/** Sends temperatures in one list, a second apart, the last one now. */
export async function measureTogether({ call, clock }: World, token: string, values: readonly number[]) {
  const list = values.map((temperature, index) => ({
    temperature,
    timestamp: new Date(clock.now - (values.length - 1 - index) * 1000).toISOString(),
  }))
  await call(readingRoutes.send, { body: list, token })
}
