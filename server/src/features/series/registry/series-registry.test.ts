import { randomUUID } from 'node:crypto'
import { SERIES_PER_DEVICE_MAX } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../../test/databases.ts'
import type { Db } from '../../../platform/db/schema.ts'
import type { Sensor } from '../names/sensor-names.ts'
import { SeriesRegistry } from './series-registry.ts'
import { deleteSeries, listSeriesOf, updateSeries } from '../series-store.ts'

/** Adds a device of a household of its own, and returns its key. */
async function aDevice(db: Db): Promise<number> {
  const id = randomUUID()
  await db.insertInto('household').values({ id, name: 'Garden', time_zone: null, created_at: 0 }).execute()
  const nothing = { last_seen_at: null, refused_reason: null, refused_at: null }
  const device = {
    id,
    household_id: id,
    name: 'House',
    description: '',
    created_at: 0,
    wait_seconds: 600,
    token_hash: id,
  }
  const { key } = await db
    .insertInto('device')
    .values({ ...device, ...nothing })
    .returning('key')
    .executeTakeFirstOrThrow()
  return key
}

/** A database that has read series before anything else is asked, and hands them over later. */
function heldBack(db: Db, until: Promise<void>): Db {
  const series = db.selectFrom('series').selectAll().execute()
  let isFirst = true
  const execute = async () => {
    if (!isFirst) return db.selectFrom('series').selectAll().execute()
    isFirst = false
    await until
    return series
  }
  const selectFrom = (table: 'device' | 'series') =>
    table === 'device' ? db.selectFrom(table) : { selectAll: () => ({ where: () => ({ execute }) }) }
  return { selectFrom, getExecutor: () => db.getExecutor() } as unknown as Db
}

describe.each(databases)('series on %s', (_, open) => {
  async function aRegistry(most?: number) {
    const { db } = await open()
    const registry = () => new SeriesRegistry(db, randomUUID, most === undefined ? {} : { most })
    const first = registry()
    const sensor = (name: string) => first.names.of(name) as Sensor
    return { db, first, registry, sensor }
  }

  test('gives a series an id and a slot at once that the next server reads back', async () => {
    const { db, first, registry, sensor } = await aRegistry()
    const deviceKey = await aDevice(db)
    const device = await first.load(deviceKey)
    const added = ['temperature', 'humidity', 'soil_moisture_2', 'uptime'].map((name) => device.add(sensor(name)))
    expect(added.map((series) => series?.slot)).toEqual([0, 3, 4, 6])
    expect(await listSeriesOf(db, [deviceKey])).toEqual([])
    await first.storeNew([deviceKey])
    await first.storeNew([deviceKey])
    const second = registry()
    await second.load(deviceKey)
    // A series that was just added also has the unit with which it is stored.
    expect({ ...second.sensorsOf(deviceKey).find(sensor('Soil.Moisture2')), unit: '' }).toEqual(added[2])
    expect([...second.idsBySlot(deviceKey)].toSorted(([one], [other]) => one - other)).toEqual(
      added.map((series) => [series?.slot, series?.seriesId]),
    )
    expect((await listSeriesOf(db, [deviceKey])).map(({ metric, visible }) => [metric, visible])).toEqual(
      expect.arrayContaining([
        ['temperature', 1],
        ['other', 0],
      ]),
    )
  })

  test('allows at most 64 series on a device', async () => {
    const { db, first, sensor } = await aRegistry()
    const deviceKey = await aDevice(db)
    const device = await first.load(deviceKey)
    for (let index = 0; index < SERIES_PER_DEVICE_MAX; index++) device.add(sensor(`x${index}`))
    expect(device.add(sensor('temperature'))).toBeUndefined()
    await first.storeNew([deviceKey])
    expect(await listSeriesOf(db, [deviceKey])).toHaveLength(SERIES_PER_DEVICE_MAX)
    device.remove(device.find(sensor('x7'))?.seriesId ?? '')
    expect(device.add(sensor('temperature'))).toBeDefined()
  })

  test('applies a new calibration from the next message on', async () => {
    const { db, first, sensor } = await aRegistry()
    const deviceKey = await aDevice(db)
    const series = (await first.load(deviceKey)).add(sensor('temperature'))
    await first.storeNew([deviceKey])
    const id = series?.seriesId ?? ''
    await db.transaction().execute((tx) => updateSeries(tx, id, { calibration: { offset: -0.5 } }, 7))
    expect(series?.calibration).toBeNull()
    await first.renew([deviceKey])
    expect(series?.calibration).toEqual({ offset: -0.5 })
    expect(await listSeriesOf(db, [deviceKey])).toMatchObject([{ offset_by: -0.5, dry: null, calibrated_at: 7 }])
  })

  test('reloads series that another process changes while they are being read', async () => {
    const { db, first, sensor } = await aRegistry()
    const deviceKey = await aDevice(db)
    const added = (await first.load(deviceKey)).add(sensor('temperature'))
    await first.storeNew([deviceKey])
    const answered = Promise.withResolvers<void>()
    const second = new SeriesRegistry(heldBack(db, answered.promise), randomUUID)
    const loaded = second.load(deviceKey)
    await db.transaction().execute((tx) => updateSeries(tx, added?.seriesId ?? '', { calibration: { offset: 2 } }, 7))
    const renewed = second.renew([deviceKey])
    answered.resolve()
    await Promise.all([loaded, renewed])
    expect(second.sensorsOf(deviceKey).find(sensor('temperature'))?.calibration).toEqual({ offset: 2 })
  })

  test('adopts series that another process stored first and moves others out of their slots', async () => {
    const { db, first, registry, sensor } = await aRegistry()
    const told: number[][] = []
    const second = new SeriesRegistry(db, randomUUID, { onStored: (keys) => void told.push([...keys]) })
    const deviceKey = await aDevice(db)
    const [one, other] = [await first.load(deviceKey), await second.load(deviceKey)]
    const stored = one.add(sensor('temperature'))
    const [co2, temperature] = [other.add(sensor('co2')), other.add(sensor('temperature'))]
    await first.storeNew([deviceKey])
    expect([stored?.slot, co2?.slot]).toEqual([0, 0])
    await second.storeNew([deviceKey])
    // Decoded values refer to the same objects.
    expect([temperature?.seriesId, temperature?.slot]).toEqual([stored?.seriesId, 0])
    expect(co2?.slot).toBe(4)
    const rows = await listSeriesOf(db, [deviceKey])
    expect(Object.fromEntries(rows.map(({ metric, slot }) => [metric, slot]))).toEqual({ co2: 4, temperature: 0 })
    expect([told, second.hasNew(deviceKey)]).toEqual([[[deviceKey]], false])
    await first.renew([deviceKey])
    expect(first.sensorsOf(deviceKey).find(sensor('co2'))).toMatchObject({ seriesId: co2?.seriesId, slot: 4 })
    expect(registry().isLoaded(deviceKey)).toBe(false)
  })

  test('forgets series that another process removed and keeps ones not stored yet', async () => {
    const { db, first, registry, sensor } = await aRegistry()
    const second = registry()
    const deviceKey = await aDevice(db)
    const gone = (await first.load(deviceKey)).add(sensor('temperature'))
    await first.storeNew([deviceKey])
    const device = await second.load(deviceKey)
    const fresh = device.add(sensor('humidity'))
    await db.transaction().execute((tx) => deleteSeries(tx, gone?.seriesId ?? ''))
    await second.renew([deviceKey])
    expect(device.find(sensor('temperature'))).toBeUndefined()
    expect(device.find(sensor('humidity'))).toBe(fresh)
  })

  test('skips the slot of a series that another process added and removed', async () => {
    const { db, first, registry, sensor } = await aRegistry()
    const second = registry()
    const deviceKey = await aDevice(db)
    const device = await second.load(deviceKey)
    const gone = (await first.load(deviceKey)).add(sensor('temperature'))
    await first.storeNew([deviceKey])
    await db.transaction().execute((tx) => deleteSeries(tx, gone?.seriesId ?? ''))
    await second.renew([deviceKey])
    expect([gone?.slot, device.add(sensor('co2'))?.slot]).toEqual([0, 2])
  })

  test('drops the series of a removed device and never stores them', async () => {
    const { db, first, sensor } = await aRegistry()
    const deviceKey = await aDevice(db)
    const device = await first.load(deviceKey)
    device.add(sensor('temperature'))
    await first.storeNew([deviceKey])
    await db.deleteFrom('device').where('key', '=', deviceKey).execute()
    expect(await listSeriesOf(db, [deviceKey])).toEqual([])
    device.add(sensor('humidity'))
    for (let attempt = 0; attempt < 2; attempt++)
      await expect(first.storeNew([deviceKey])).rejects.toThrow(/foreign key/i)
  })

  test('adds a series once when values and rules need it at the same time', async () => {
    const { db, first, sensor } = await aRegistry()
    const deviceKey = await aDevice(db)
    const co2 = sensor('co2')
    ;(await first.load(deviceKey)).add(co2)
    const stored = first.storeNew([deviceKey])
    const seriesId = await first.seriesFor(deviceKey, co2.metric)
    await stored
    expect((await listSeriesOf(db, [deviceKey])).map(({ id }) => id)).toEqual([seriesId])
    for (let index = 1; index < SERIES_PER_DEVICE_MAX; index++) first.sensorsOf(deviceKey).add(sensor(`x${index}`))
    expect(await first.seriesFor(deviceKey, sensor('ph').metric)).toBeUndefined()
  })

  test('evicts the series of silent devices unless they are not stored yet', async () => {
    const { db, first, sensor } = await aRegistry(2)
    const keys = [await aDevice(db), await aDevice(db), await aDevice(db), await aDevice(db)] as const
    ;(await first.load(keys[0])).add(sensor('temperature'))
    for (const key of keys.slice(1)) await first.load(key)
    expect(keys.map((key) => first.isLoaded(key))).toEqual([true, false, false, true])
    expect(() => first.sensorsOf(keys[1])).toThrow('not loaded')
  })

  test('finds the slots of the four metrics of boards', async () => {
    const { db, first, sensor } = await aRegistry()
    const deviceKey = await aDevice(db)
    expect(await first.boardSlots(deviceKey)).toEqual({})
    const device = await first.load(deviceKey)
    for (const name of ['temperature', 'soil_moisture_2', 'airPressure', 'humidity']) device.add(sensor(name))
    await first.storeNew([deviceKey])
    expect(await first.boardSlots(deviceKey)).toEqual({ temperature: 0, airPressure: 5, humidity: 7 })
  })
})
