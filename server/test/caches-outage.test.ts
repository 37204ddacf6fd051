import { setImmediate as breathe } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { boardGate } from '../src/features/boards/board-gate.ts'
import { openCaches } from '../src/open-caches.ts'
import { StoreUnavailable } from '../src/platform/db/errors.ts'
import type { Log } from '../src/platform/log.ts'
import { BusNetwork } from './bus-network.ts'
import { createWorld } from './world.ts'

const unavailable = () => Promise.reject(new StoreUnavailable('The database is unavailable.'))

/** Opens a process that has cached a device of Ann's and one of Bob's, on a database that can fail, and another process. */
async function aProcess() {
  const world = await createWorld()
  const { db } = world.app.context
  const people = [await world.as('ann'), await world.as('bob')]
  const devices = [await world.aDevice(people[0]!), await world.aDevice(people[1]!)] as const
  const state = { isDown: false, asked: 0 }
  const own = new Proxy(db, {
    get(target, name) {
      if (name === 'selectFrom') {
        state.asked++
        if (state.isDown) throw new StoreUnavailable('The database is unavailable.')
      }
      const value = Reflect.get(target, name) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const network = new BusNetwork()
  const warnings: object[] = []
  const log = { warn: (entry: object) => void warnings.push(entry) } as unknown as Log
  const caches = openCaches({
    db: own,
    log,
    newId: crypto.randomUUID,
    peers: network.join(),
    keepsWithoutDatabase: true,
  })
  onTestFinished(() => caches.close())
  const [annKey = 0, bobKey = 0] = (await db.selectFrom('device').select('key').orderBy('key').execute()).map(
    ({ key }) => key,
  )
  for (const key of [annKey, bobKey]) await caches.registry.load(key)
  for (const { deviceToken } of devices) await boardGate(db, caches.credentials)(deviceToken)
  const known = async () => {
    const found = await Promise.allSettled(
      devices.map(({ deviceToken }) => caches.credentials.find(deviceToken, unavailable)),
    )
    return {
      series: [annKey, bobKey].map((key) => caches.registry.isLoaded(key)),
      tokens: found.map(({ status }) => status === 'fulfilled'),
    }
  }
  return { db, state, network, other: network.join(), warnings, known, ann: people[0]!.userId }
}

test('keeps caches when messages are missed during a database outage, and drops a replaced token afterwards', async () => {
  const { db, state, network, warnings, known, ann } = await aProcess()
  state.isDown = true
  network.reportGap()
  await expect.poll(() => warnings.length).toBe(1)
  expect(await known()).toEqual({ series: [true, true], tokens: [true, true] })
  const asked = state.asked
  await expect.poll(() => state.asked).toBeGreaterThan(asked)
  expect(warnings).toMatchObject([{ event: 'cache.not-renewed' }])
  await db.updateTable('device').set({ token_hash: 'another' }).where('household_id', '=', ann).execute()
  state.isDown = false
  await expect.poll(known).toEqual({ series: [true, true], tokens: [false, true] })
})

test("a member's change during a database outage drops no cached token of others", async () => {
  const { state, other, warnings, known, ann } = await aProcess()
  state.isDown = true
  other.publish('member-changed', ann)
  await expect.poll(() => warnings.length).toBe(1)
  // The token may be another one now. Readings of Ann's connected boards are decoded as before.
  expect(await known()).toEqual({ series: [true, true], tokens: [false, true] })
})

test('a thousand changes of a member at once reload the series only twice', async () => {
  const { state, other, ann } = await aProcess()
  const { asked } = state
  for (let count = 0; count < 1000; count++) other.publish('member-changed', ann)
  // Each reload reads the devices, their slots and their series.
  await expect.poll(() => state.asked - asked).toBe(6)
  for (let turn = 0; turn < 100; turn++) await breathe()
  expect(state.asked - asked).toBe(6)
})
