import {
  episodeRoutes,
  placeRoutes,
  readingRoutes,
  ruleRoutes,
  seriesRoutes,
  weatherRoutes,
  type Episode,
} from '@greenhouse/contract'
import { describe, expect, test, vi } from 'vitest'
import { PATIENT } from '../../../../../testing/test-run.ts'
import { databases } from '../../../../test/databases.ts'
import { createWorld } from '../../../../test/world.ts'
import { listSilenceOfAccounts, listSilenceRules } from '../silence/silence-store.ts'

const AARHUS = { latitude: 56.16, longitude: 10.21 }
const SYDNEY = { latitude: -33.87, longitude: 151.21 }
const [MINUTE, DAY] = [60_000, 86_400_000]
const ALL = { owned: [0], partitions: 1 }

/** Begins at 9:41 UTC, when it is day in Aarhus and night in Sydney. */
async function inTwoPlaces(open: (typeof databases)[number][1]) {
  const world = await createWorld({}, await open())
  const { call, clock } = world
  const ann = await world.as('ann')
  const addPlace = async (name: string, more: object = {}): Promise<string> =>
    (await ann.call(placeRoutes.create, { body: { name, ...more } })).body.placeId
  const edit = (placeId: string, body: object) => ann.call(placeRoutes.edit, { params: { placeId }, body })
  const move = (deviceId: string, placeId: string | null) =>
    ann.call(placeRoutes.moveDevice, { params: { deviceId }, body: { placeId } })
  /** Adds a device that has never been too hot, with a rule by day. */
  const addDevice = async (name: string, placeId: string | null) => {
    const { deviceId, deviceToken: token } = await world.aDevice(ann, name)
    const measure = (temperature: number) => {
      clock.now += 1000
      return call(readingRoutes.send, { body: { temperature }, token })
    }
    await measure(20)
    const [series] = (await ann.call(seriesRoutes.list, { params: { deviceId } })).body
    const rule = { seriesId: series.seriesId, kind: 'above', limit: 28, when: 'day' }
    await ann.call(ruleRoutes.create, { body: rule })
    await move(deviceId, placeId)
    const isOpen = async () => {
      const episodes: Episode[] = (await ann.call(episodeRoutes.list, { query: { state: 'open', deviceId } })).body
      return episodes.length > 0
    }
    const previewed = async () => (await ann.call(ruleRoutes.preview, { body: { rule, days: 1 } })).body.count > 0
    /** Waits until the evaluator has read the rules again, which takes a second at most. */
    const alertsSoon = () =>
      vi.waitFor(async () => {
        await measure(30)
        expect(await isOpen()).toBe(true)
      }, PATIENT)
    const isQuiet = async () => {
      for (let time = 0; time < 3; time++) await measure(30)
      return !(await isOpen())
    }
    return { deviceId, measure, isOpen, previewed, alertsSoon, isQuiet }
  }
  return { ...world, ann, addPlace, edit, move, addDevice }
}

describe.each(databases)('day and night of rules on %s', (_name, open) => {
  test('a rule by day follows the sun at the place of its device, on each continent', async () => {
    const { clock, addPlace, addDevice } = await inTwoPlaces(open)
    const north = await addDevice('North', await addPlace('House', AARHUS))
    const garden = await addPlace('Garden', SYDNEY)
    const south = await addDevice('South', await addPlace('Bench', { parentId: garden }))
    for (const { measure } of [north, south]) await measure(30)
    expect([await north.isOpen(), await south.isOpen()]).toEqual([true, false])
    expect([await north.previewed(), await south.previewed()]).toEqual([true, false])
    for (const { measure } of [north, south]) await measure(20)
    // 22:41 UTC is night in Aarhus and day in Sydney.
    clock.now += 13 * 60 * MINUTE
    for (const { measure } of [north, south]) await measure(30)
    expect([await north.isOpen(), await south.isOpen()]).toEqual([false, true])
  })

  test('a rule by day follows the weather place of the first owner while its device is in no place with coordinates', async () => {
    const { ann, addPlace, addDevice, move } = await inTwoPlaces(open)
    await ann.call(weatherRoutes.setPlace, { body: { name: 'Sydney', ...SYDNEY } })
    const device = await addDevice('Bed', await addPlace('Bench'))
    expect([await device.isQuiet(), await device.previewed()]).toEqual([true, false])
    await move(device.deviceId, await addPlace('House', AARHUS))
    await device.alertsSoon()
    expect(await device.previewed()).toBe(true)
  })

  const changes: Record<string, (world: Awaited<ReturnType<typeof inTwoPlaces>>, ids: Ids) => Promise<unknown>> = {
    'the coordinates of a place above change': ({ edit }, { garden }) => edit(garden, AARHUS),
    'a place gets coordinates of its own': ({ edit }, { bench }) => edit(bench, AARHUS),
    'its place moves into another': ({ edit }, { bench, house }) => edit(bench, { parentId: house }),
    'its device moves': ({ move }, { deviceId, house }) => move(deviceId, house),
    'a place above is removed': ({ ann }, { garden }) => ann.call(placeRoutes.remove, { params: { placeId: garden } }),
  }

  test.each(Object.entries(changes))('a running evaluator reads the sun anew when %s', async (_change, change) => {
    const world = await inTwoPlaces(open)
    const land = await world.addPlace('Land', AARHUS)
    const garden = await world.addPlace('Garden', { parentId: land, ...SYDNEY })
    const bench = await world.addPlace('Bench', { parentId: garden })
    const { deviceId, isQuiet, alertsSoon } = await world.addDevice('Bed', bench)
    expect(await isQuiet()).toBe(true)
    await change(world, { deviceId, garden, bench, house: land })
    await alertsSoon()
  })

  test('a rule on silence by night follows the sun at the place of each device', async () => {
    const { app, ann, addPlace, addDevice } = await inTwoPlaces(open)
    const { db } = app.context
    const north = await addDevice('North', await addPlace('House', AARHUS))
    const south = await addDevice('South', await addPlace('Garden', SYDNEY))
    await addDevice('Nowhere', null)
    const [ofAccount] = (await ann.call(ruleRoutes.list)).body.filter(({ kind }: { kind: string }) => kind === 'silent')
    const params = { ruleId: ofAccount.ruleId }
    await ann.call(ruleRoutes.edit, { params, body: { when: 'night' } })
    const rules = await listSilenceOfAccounts(db, { ...ALL, after: 0, limit: 10 })
    expect(rules.map(({ place }) => place)).toEqual([AARHUS, SYDNEY, null])
    for (const { deviceId } of [north, south]) {
      const rule = { deviceId, kind: 'silent', limit: DAY / 1000, when: 'day' }
      await ann.call(ruleRoutes.create, { body: rule })
    }
    const own = await listSilenceRules(db, ALL, '', 10)
    expect(new Set(own.map(({ place }) => place?.latitude))).toEqual(new Set([SYDNEY.latitude, AARHUS.latitude]))
  })
})

interface Ids {
  readonly deviceId: string
  readonly garden: string
  readonly bench: string
  readonly house: string
}
