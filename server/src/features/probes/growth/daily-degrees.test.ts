import {
  deviceRoutes,
  episodeRoutes,
  exportRoutes,
  householdRoutes,
  placeRoutes,
  plantRoutes,
  probeRoutes,
  readingRoutes,
  ruleRoutes,
  searchRoutes,
  seriesRoutes,
  speciesRoutes,
  type Series,
} from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../../test/databases.ts'
import { createWorld } from '../../../../test/world.ts'

const HOUR = 3_600_000
const startOf = (date: string) => Date.parse(`${date}T00:00:00+01:00`)
const noonOf = (date: string) => `${date}T11:00:00.000Z`

describe.each(databases)('the degree days of a plant on %s', (_name, open) => {
  /** Two chilies on a bench of Copenhagen with a thermometer, planted on 17 and 18 November, at noon of the 20th. */
  async function bench() {
    const { app, clock, ...world } = await createWorld({}, await open())
    clock.now = Date.parse(noonOf('2026-11-20'))
    const ann = await world.as('ann')
    const [{ householdId }] = (await ann.call(householdRoutes.list)).body
    await ann.call(householdRoutes.edit, { params: { householdId }, body: { timeZone: 'Europe/Copenhagen' } })
    const { placeId } = (await ann.call(placeRoutes.create, { body: { name: 'Bench' } })).body
    const add = async (plantName: string, planted: string) => {
      const body = { plantName, plantType: 'Vegetable', planted: `${planted}T10:00:00+01:00` }
      const { plantId } = (await ann.call(plantRoutes.create, { body })).body
      await ann.call(placeRoutes.movePlant, { params: { plantId }, body: { placeId } })
      return plantId as string
    }
    const [chili, young] = [await add('Chili', '2026-11-17'), await add('Young', '2026-11-18')]
    const thermometer = async (name: string) => {
      const { deviceId, deviceToken } = await world.aDevice(ann, name)
      await ann.call(placeRoutes.moveDevice, { params: { deviceId }, body: { placeId } })
      /** Sends a night and a day of half a date each, or only some of its hours. */
      const send = async (date: string, [low, high]: [number, number], [from, to] = [0, 24]) => {
        clock.now = Math.max(clock.now, startOf(date) + to * HOUR)
        const body = Array.from({ length: (to - from) * 4 }, (_, index) => {
          const hour = from + index / 4
          const time = new Date(startOf(date) + hour * HOUR).toISOString()
          return { temperature: hour < 12 ? low : high, time }
        })
        await world.call(readingRoutes.send, { token: deviceToken, body })
      }
      return { deviceId, send }
    }
    const air = await thermometer('Air')
    for (const day of [17, 18, 19]) await air.send(`2026-11-${day}`, [12, 28])
    const at = async (time: string) => {
      clock.now = Date.parse(time)
      await app.dailyValues.runNow()
      await app.rules.settled()
    }
    const listed = async () => (await ann.call(seriesRoutes.newest, { query: {} })).body as Series[]
    const seriesOf = async (plantId: string) =>
      (await listed()).find((one) => one.plant?.plantId === plantId && one.metric === 'degreeDays')
    const days = async (plantId: string) => {
      const series = await seriesOf(plantId)
      if (!series) return undefined
      const query = { series: series.seriesId, from: '2025-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' }
      const [{ time, mean }] = (await ann.call(seriesRoutes.history, { query })).body.series
      return time.map((one: number, index: number) => [new Date(one).toISOString(), mean[index]])
    }
    const episodes = async () => (await ann.call(episodeRoutes.list, { query: {} })).body
    return {
      ...world,
      app,
      clock,
      ann,
      placeId,
      chili,
      young,
      air,
      thermometer,
      at,
      listed,
      seriesOf,
      days,
      episodes,
    }
  }

  test('stores degree days since the planting at noon of each day, from 00:05 of the household on, once', async () => {
    const { chili, young, air, at, days } = await bench()
    await at('2026-11-20T12:00:00+01:00')
    const first = [17, 18, 19].map((day, index) => [noonOf(`2026-11-${day}`), 10 * (index + 1)])
    expect(await days(chili)).toEqual(first)
    expect(await days(young)).toEqual([
      [noonOf('2026-11-18'), 10],
      [noonOf('2026-11-19'), 20],
    ])
    await air.send('2026-11-20', [4, 21])
    await at('2026-11-21T00:04:00+01:00')
    expect(await days(chili)).toEqual(first)
    await at('2026-11-21T00:05:00+01:00')
    await at('2026-11-21T00:06:00+01:00')
    expect(await days(chili)).toEqual([...first, [noonOf('2026-11-20'), 35.5]])
  })

  test('leaves a day with less than 18 known hours out of degree days', async () => {
    const { chili, air, at, days } = await bench()
    await air.send('2026-11-20', [12, 28], [0, 17])
    await air.send('2026-11-21', [12, 28])
    await at('2026-11-22T00:05:00+01:00')
    expect((await days(chili))?.slice(2)).toEqual([
      [noonOf('2026-11-19'), 30],
      [noonOf('2026-11-21'), 40],
    ])
  })

  test('lists degree days as a series of the plant, whose device is in no list of devices', async () => {
    const { ann, chili, placeId, at, seriesOf } = await bench()
    await at('2026-11-20T12:00:00+01:00')
    expect(await seriesOf(chili)).toMatchObject({
      label: 'Degree days',
      unit: '°C·d',
      plant: { plantId: chili, plantName: 'Chili', placeId },
      newest: { time: noonOf('2026-11-19'), value: 30 },
    })
    const { deviceId } = (await seriesOf(chili)) ?? {}
    const namesOf = (list: Array<{ deviceName: string }>) => list.map(({ deviceName }) => deviceName)
    expect(namesOf((await ann.call(deviceRoutes.list)).body)).toEqual(['Air'])
    expect(namesOf((await ann.call(readingRoutes.newest)).body.sensorHistoryWithDeviceRecords)).toEqual(['Air'])
    expect((await ann.call(searchRoutes.find, { query: { q: 'Chili' } })).body.devices.hits).toEqual([])
    const query = { userDeviceId: deviceId }
    const refused = [
      await ann.call(deviceRoutes.get, { query }),
      await ann.call(deviceRoutes.edit, { query, body: { deviceName: 'Mine' } }),
      await ann.call(deviceRoutes.replaceToken, { query, body: {} }),
      await ann.call(deviceRoutes.remove, { query }),
      await ann.call(seriesRoutes.add, { params: { deviceId }, body: { metric: 'temperature' } }),
      await ann.call(placeRoutes.moveDevice, { params: { deviceId }, body: { placeId: null } }),
    ]
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404))
  })

  test('counts degree days anew in the night after the planting date or the bounds of the species have changed', async () => {
    const { ann, chili, at, days, seriesOf } = await bench()
    await at('2026-11-20T12:00:00+01:00')
    const { seriesId } = (await seriesOf(chili)) ?? {}
    const planted = '2026-11-18T10:00:00+01:00'
    await ann.call(plantRoutes.edit, { query: { plantId: chili }, body: { planted } })
    await at('2026-11-20T23:00:00+01:00')
    expect(await days(chili)).toHaveLength(3)
    await at('2026-11-21T00:05:00+01:00')
    expect(await days(chili)).toEqual([
      [noonOf('2026-11-18'), 10],
      [noonOf('2026-11-19'), 20],
    ])
    const input = { name: 'Capsicum ann', gddBase: 4, gddTop: 20 }
    const { speciesId } = (await ann.call(speciesRoutes.create, { body: input })).body
    await ann.call(placeRoutes.movePlant, { params: { plantId: chili }, body: { speciesId } })
    await at('2026-11-22T00:05:00+01:00')
    expect(await days(chili)).toEqual([
      [noonOf('2026-11-18'), 12],
      [noonOf('2026-11-19'), 24],
    ])
    expect((await seriesOf(chili))?.seriesId).toBe(seriesId)
    await ann.call(plantRoutes.edit, { query: { plantId: chili }, body: { planted: '' } })
    await at('2026-11-23T00:05:00+01:00')
    expect(await days(chili)).toEqual([])
  })

  test('keeps the degree days of a sensor that another has replaced', async () => {
    const { ann, chili, thermometer, at, days, listed } = await bench()
    await at('2026-11-20T12:00:00+01:00')
    const other = await thermometer('Other')
    await other.send('2026-11-19', [10, 12])
    await other.send('2026-11-20', [10, 12])
    const { seriesId } = (await listed()).find(({ deviceId }) => deviceId === other.deviceId) ?? {}
    await ann.call(probeRoutes.link, { params: { plantId: chili }, body: { seriesId: seriesId ?? '' } })
    await at('2026-11-21T00:05:00+01:00')
    expect((await days(chili))?.slice(2)).toEqual([
      [noonOf('2026-11-19'), 30],
      [noonOf('2026-11-20'), 31],
    ])
  })

  test('opens one alert when degree days reach the limit of a rule, with the name of the plant', async () => {
    const { ann, chili, air, at, seriesOf, episodes } = await bench()
    await at('2026-11-20T12:00:00+01:00')
    const { seriesId } = (await seriesOf(chili)) ?? {}
    const rule = await ann.call(ruleRoutes.create, { body: { kind: 'above', seriesId, limit: 40 } })
    expect(rule.status).toBe(200)
    await ann.call(plantRoutes.edit, { query: { plantId: chili }, body: { plantName: 'Chili 1' } })
    await air.send('2026-11-20', [12, 28])
    expect(await episodes()).toEqual([])
    await at('2026-11-21T00:05:00+01:00')
    await at('2026-11-21T00:06:00+01:00')
    const opened = { label: 'Degree days', name: 'Chili 1', closedAt: null, openedValue: 40 }
    expect(await episodes()).toMatchObject([opened])
    const { ruleId } = rule.body
    expect((await ann.call(ruleRoutes.remove, { params: { ruleId } })).status).toBe(204)
    expect(await episodes()).toMatchObject([{ closedWhy: 'rule-removed' }])
  })

  test('adds no degree days to a dead plant, and removes those of a deleted one with its rules', async () => {
    const { ann, app, chili, young, air, at, days, listed, seriesOf, episodes } = await bench()
    await at('2026-11-20T12:00:00+01:00')
    await ann.call(plantRoutes.edit, { query: { plantId: young }, body: { isDead: true } })
    const { seriesId } = (await seriesOf(chili)) ?? {}
    await ann.call(ruleRoutes.create, { body: { kind: 'above', seriesId, limit: 20 } })
    await app.rules.settled()
    expect(await episodes()).toMatchObject([{ closedAt: null }])
    await ann.call(plantRoutes.remove, { query: { plantId: chili } })
    await air.send('2026-11-20', [12, 28])
    await at('2026-11-21T00:05:00+01:00')
    expect(await days(young)).toHaveLength(2)
    expect((await listed()).map(({ plant }) => plant?.plantName)).toEqual([undefined, 'Young'])
    expect(await episodes()).toMatchObject([{ closedWhy: 'device-removed' }])
    expect((await ann.call(ruleRoutes.list, { query: {} })).body.filter((one: Series) => one.seriesId)).toEqual([])
  })

  test('exports degree days with the name of the plant', async () => {
    const { ann, chili, at, request, seriesOf } = await bench()
    await at('2026-11-20T12:00:00+01:00')
    const { seriesId = '' } = (await seriesOf(chili)) ?? {}
    const { url } = (await ann.call(exportRoutes.prepareValues, { body: { series: [seriesId] } })).body
    expect(
      String((await request('GET', url)).body)
        .trimEnd()
        .split('\r\n')
        .slice(1),
    ).toEqual(
      [17, 18, 19].map(
        (day, index) => `${noonOf(`2026-11-${day}`)},Chili,degreeDays,,Degree days,${10 * (index + 1)},°C·d`,
      ),
    )
  })
})
