import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { createWorld } from '../../../test/world.ts'
import { openDatabaseLog, openTimeSeries } from '@greenhouse/timeseries'
import type { OwnSeries } from './registry/device-series.ts'
import { removeSeries, removeValues, resumeErasures } from './remove-values.ts'
import type { Sensor } from './names/sensor-names.ts'
import { SeriesRegistry } from './registry/series-registry.ts'
import { listSeriesOf, type SeriesRow } from './series-store.ts'

describe.each(databases)('the values of a series on %s', (_, open) => {
  /** A device with a temperature and a humidity, each with a value. */
  async function aDevice() {
    const errors: unknown[] = []
    const database = await open()
    const world = await createWorld({}, database)
    const { db } = database
    const { deviceId } = await world.aDevice(await world.as('ann'))
    const { key } = await db.selectFrom('device').select('key').where('id', '=', deviceId).executeTakeFirstOrThrow()
    const timeSeries = await openTimeSeries({
      db,
      log: openDatabaseLog(db),
      now: () => world.clock.now,
      onError: (error) => errors.push(error),
    })
    onTestFinished(async () => {
      await timeSeries.close()
      expect(errors).toEqual([])
    })
    const registry = new SeriesRegistry(db, randomUUID)
    const device = await registry.load(key)
    const [temperature, humidity] = ['temperature', 'humidity'].map((name) =>
      device.add(registry.names.of(name) as Sensor),
    ) as [OwnSeries, OwnSeries]
    await registry.storeNew([key])
    const append = (at: number, value: number) =>
      timeSeries.append([{ deviceKey: key, at, slots: [temperature.slot, humidity.slot], values: [value, 60] }])
    await append(1000, 20)
    const newest = async () => {
      const idOf = registry.idsBySlot(key)
      const values = (await timeSeries.newest([key])).get(key) ?? []
      return Object.fromEntries(values.map(({ slot, value }) => [idOf.get(slot), value]))
    }
    const row = async () => (await listSeriesOf(db, [key])).find(({ id }) => id === temperature.seriesId) as SeriesRow
    return { db, timeSeries, registry, temperature, humidity, append, newest, row }
  }

  test('deletes the values of a series and stores later ones', async () => {
    const { db, timeSeries, registry, temperature, humidity, append, newest, row } = await aDevice()
    const before = temperature.slot
    await removeValues(db, { registry, timeSeries }, await row())
    expect(temperature.slot).not.toBe(before)
    expect(await newest()).toEqual({ [humidity.seriesId]: 60 })
    // The time of a value that was deleted is free again.
    await append(1000, 21)
    expect(await newest()).toEqual({ [temperature.seriesId]: 21, [humidity.seriesId]: 60 })
    expect(await row()).toMatchObject({ slot: temperature.slot, erasing_slot: null })
  })

  test('erases deleted values at the next start when the server stops in between', async () => {
    const { db, timeSeries, registry, temperature, humidity, newest, row } = await aDevice()
    const former = temperature.slot
    const stopping = { eraseSlot: () => Promise.reject(new Error('stopped')) }
    await expect(removeValues(db, { registry, timeSeries: stopping }, await row())).rejects.toThrow('stopped')
    expect(await row()).toMatchObject({ erasing_slot: former })
    expect(Object.keys(await newest())).toHaveLength(2)
    await resumeErasures(db, timeSeries)
    expect(await newest()).toEqual({ [humidity.seriesId]: 60 })
    expect(await row()).toMatchObject({ erasing_slot: null })
  })

  test('removes a series with its values and never reuses its slot', async () => {
    const { db, timeSeries, registry, temperature, humidity, newest, append, row } = await aDevice()
    const { deviceKey } = temperature
    await append(2000, 22)
    const removed = await row()
    await removeSeries(db, { registry, timeSeries }, removed)
    await removeSeries(db, { registry, timeSeries }, removed)
    expect((await listSeriesOf(db, [deviceKey])).map(({ id }) => id)).toEqual([humidity.seriesId])
    expect(Object.values(await newest())).toEqual([60])
    const next = new SeriesRegistry(db, randomUUID)
    const again = (await next.load(deviceKey)).add(next.names.of('temperature') as Sensor)
    expect(again?.seriesId).not.toBe(temperature.seriesId)
    expect(again?.slot).toBeGreaterThan(temperature.slot)
    await next.storeNew([deviceKey])
    expect(await listSeriesOf(db, [deviceKey])).toHaveLength(2)
  })

  test('deletes the values of a series once for two simultaneous requests', async () => {
    const { db, timeSeries, registry, temperature, append, newest, row } = await aDevice()
    const seen = await row()
    await removeValues(db, { registry, timeSeries }, seen)
    await append(2000, 22)
    await removeValues(db, { registry, timeSeries }, seen)
    expect(await newest()).toMatchObject({ [temperature.seriesId]: 22 })
  })
})
