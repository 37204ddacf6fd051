import { topic } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { UNAVAILABLE_DATABASE } from '../../../test/unavailable-database.ts'
import { createWorld } from '../../../test/world.ts'
import { listDeviceKeys } from '../../features/devices/device-store.ts'
import type { Db } from '../../platform/db/schema.ts'
import { LocalHub } from '../../platform/live/hub.ts'
import { SubscribedDevices } from './subscribed-devices.ts'

const NO_DATABASE = { selectFrom: () => expect.fail('The database is asked.') } as unknown as Db
const browser = { send: () => {} }

/** Three devices without subscribers, and their keys. */
async function threeDevices() {
  const world = await createWorld()
  const ann = await world.as('ann')
  for (const name of ['First', 'Second', 'Third']) await world.aDevice(ann, name)
  const devices = await listDeviceKeys(world.app.context.db, ann.householdId)
  const hub = new LocalHub()
  let now = 0
  const subscribed = new SubscribedDevices(hub, () => now)
  const [one, two] = devices.map(({ key, deviceId }) => ({
    key,
    topics: [topic.readingsOf(deviceId), topic.seriesOf(deviceId)] as const,
  }))
  const watched = () => devices.map(({ key }) => key).filter((key) => subscribed.has(key))
  return { db: world.app.context.db, hub, subscribed, one: one!, two: two!, watched, pass: (ms: number) => (now += ms) }
}

test('the database is asked for devices that somebody begins to watch, once, and for no others', async () => {
  const { db, hub, subscribed, one, two, watched } = await threeDevices()
  await subscribed.lookUp(NO_DATABASE)
  await hub.subscribe(one.topics[0], browser)
  await hub.subscribe('alerts-ann', browser)
  await subscribed.lookUp(db)
  await hub.subscribe(one.topics[1], browser)
  await hub.subscribe(one.topics[0], { ...browser })
  await subscribed.lookUp(NO_DATABASE)
  expect(watched()).toEqual([one.key])
  await hub.subscribe(two.topics[1], browser)
  await subscribed.lookUp(db)
  expect(watched()).toEqual([one.key, two.key])
})

test('a device is watched until the last of its topics has no subscribers', async () => {
  const { db, hub, subscribed, one, two, watched } = await threeDevices()
  for (const each of [...one.topics, two.topics[0]]) await hub.subscribe(each, browser)
  await subscribed.lookUp(db)
  hub.unsubscribe(one.topics[0], browser)
  hub.unsubscribe(two.topics[0], browser)
  expect(watched()).toEqual([one.key])
  hub.close(one.topics[1])
  expect(watched()).toEqual([])
})

test('looks up a device after an outage of the database during which it got a subscriber', async () => {
  const { db, hub, subscribed, one, watched, pass } = await threeDevices()
  await hub.subscribe(one.topics[0], browser)
  await subscribed.lookUp(UNAVAILABLE_DATABASE)
  // Not for each group that comes meanwhile.
  await subscribed.lookUp(NO_DATABASE)
  expect(watched()).toEqual([])
  pass(1000)
  await subscribed.lookUp(db)
  expect(watched()).toEqual([one.key])
})
