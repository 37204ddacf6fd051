import {
  adviceRoutes,
  careRoutes,
  channelRoutes,
  householdRoutes,
  placeRoutes,
  plantRoutes,
  readingRoutes,
  speciesRoutes,
  weatherRoutes,
  type ForecastHour,
  type PlaceInput,
  type Plant,
} from '@greenhouse/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startOpenMeteo } from '../../../../../testing/open-meteo.ts'
import { databases } from '../../../../test/databases.ts'
import { createWorld } from '../../../../test/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** 16:00 in Copenhagen. */
const AFTERNOON = Date.parse('2026-11-20T15:00:00Z')
const CLOUDY = { cloud: 90, wind: 1, dewPoint: 1, rain: 0, rainChance: 0 }

describe.each(databases)('advice on %s', (_name, open) => {
  async function garden(first: Partial<ForecastHour> = {}) {
    let now = () => AFTERNOON
    const service = await startOpenMeteo(() => now())
    onTestFinished(() => service.close())
    const database = await open()
    const config = { weatherUrl: service.url, geocodingUrl: service.url }
    const world = await createWorld(config, database)
    const { app, clock } = world
    clock.now = AFTERNOON
    now = () => clock.now
    const ann = await world.as('ann')
    const { householdId } = ann
    await ann.call(householdRoutes.edit, { params: { householdId }, body: { timeZone: 'Europe/Copenhagen' } })
    await ann.call(weatherRoutes.setPlace, { body: { name: 'Odense', latitude: 55.4, longitude: 10.39 } })
    const target = { kind: 'ntfy', server: 'https://ntfy.invalid', topic: 'frost', token: '' }
    await ann.call(channelRoutes.create, { body: { name: 'Phone', target } })

    /** Every hour has this weather from now on. */
    const forecast = (weather: Partial<ForecastHour>) => {
      service.weatherAt = () => ({ ...CLOUDY, temperature: 9, ...weather })
      clock.now += 10 * MINUTE
    }
    service.weatherAt = () => ({ ...CLOUDY, temperature: 9, ...first })

    async function place(body: Partial<PlaceInput> & { readonly name: string }, ...plants: string[]): Promise<string> {
      const { placeId } = (await ann.call(placeRoutes.create, { body })).body
      for (const plantName of plants) {
        const { plantId } = (
          await ann.call(plantRoutes.create, { body: { plantName, plantType: 'Herb', waterEvery: 1 } })
        ).body
        await ann.call(placeRoutes.movePlant, { params: { plantId }, body: { placeId } })
      }
      return placeId
    }
    /** Returns the plants of these names. */
    async function named(...names: string[]) {
      const plants: Plant[] = (await ann.call(plantRoutes.list, { query: {} })).body
      return names.map((name) => plants.find(({ plantName }) => plantName === name)?.plantId ?? '')
    }
    const sent = () =>
      app.context.db
        .selectFrom('notification')
        .select(['title', 'text', 'severity'])
        .where('what', '=', 'advice')
        .orderBy('created_at')
        .execute()
    async function check() {
      await app.advice.runNow()
      return sent()
    }
    const list = async (person = ann) => (await person.call(adviceRoutes.list, { query: {} })).body
    const another = async () => {
      const other = await createWorld(config, database)
      other.clock.now = clock.now
      return other
    }
    return { ...world, ann, service, forecast, place, named, check, list, another }
  }

  test('names the plants at risk of frost in one message, whatever runs again', async () => {
    const { app, place, check, list, another } = await garden({ temperature: -1.8 })
    await place({ name: 'Bed' }, 'Lemon', 'Basil')
    const message = {
      title: 'Frost tonight in Bed',
      text: '−1,8 °C about 17.00, 2 plants at risk: Basil, Lemon. Bring in or cover.'.replace(' °C', '\u00a0°C'),
      severity: 'warning',
    }
    const other = await another()
    await Promise.all([app.advice.runNow(), other.app.advice.runNow()])
    expect(await check()).toEqual([message])
    await (await another()).app.advice.runNow()
    expect(await check()).toEqual([message])
    expect((await list()).advice).toMatchObject([
      {
        kind: 'frost',
        placeName: 'Bed',
        value: -1.8,
        nightOf: '2026-11-20',
        plants: [{ name: 'Basil' }, { name: 'Lemon' }],
      },
    ])
  })

  test.each([
    ['15:59', -MINUTE, 0],
    ['16:00', 0, 1],
    ['19:59', 4 * HOUR - MINUTE, 1],
    ['20:00', 4 * HOUR, 0],
  ])('sends frost from 16:00 to 20:00: %s', async (_, after, count) => {
    const { clock, place, check } = await garden({ temperature: -1 })
    await place({ name: 'Bed' }, 'Lemon')
    clock.now = AFTERNOON + after
    expect(await check()).toHaveLength(count)
  })

  test('sends a second message when it becomes 2 °C colder, and when another plant is at risk', async () => {
    const { forecast, place, check } = await garden({ temperature: -1 })
    const placeId = await place({ name: 'Bed' }, 'Lemon')
    await check()
    forecast({ temperature: -2.9 })
    expect(await check()).toHaveLength(1)
    forecast({ temperature: -3 })
    expect((await check()).map(({ severity }) => severity)).toEqual(['warning', 'critical'])
    await place({ name: 'Row', parentId: placeId }, 'Basil')
    expect((await check()).at(-1)?.text).toContain('2 plants at risk: Basil, Lemon.')
    expect(await check()).toHaveLength(3)
  })

  test('sends nothing more of a night whose plants are covered', async () => {
    const { ann, forecast, place, check, list } = await garden({ temperature: -1 })
    await place({ name: 'Bed' }, 'Lemon')
    await check()
    const [{ adviceId }] = (await list()).advice
    const covered = await ann.call(adviceRoutes.cover, { params: { adviceId } })
    expect(covered.body.answeredAt).not.toBeNull()
    forecast({ temperature: -9 })
    expect(await check()).toHaveLength(1)
    expect((await list()).advice).toEqual([])
  })

  test('gives no advice from a forecast that is older than twelve hours, and says so', async () => {
    const { clock, service, place, check, list } = await garden({ temperature: -1 })
    await place({ name: 'Bed' }, 'Lemon')
    clock.now = AFTERNOON - 11 * HOUR
    await check()
    await list()
    service.answer = (_request, response) => void response.writeHead(500).end()
    clock.now = AFTERNOON + HOUR + MINUTE
    expect(await check()).toEqual([])
    expect(await list()).toMatchObject({ advice: [], isStale: true })
    clock.now = AFTERNOON + HOUR
    expect(await check()).toHaveLength(1)
    expect((await list()).isStale).toBe(false)
  })

  test.each([
    ['outdoors', 0, 1],
    ['cold', -1.9, 0],
    ['cold', -2.1, 1],
    ['frost-free', -9, 0],
    ['heated', -9, 0],
  ] as const)(
    'sends for a place that is %s at a forecast of %d °C %d messages',
    async (shelter, temperature, count) => {
      const { place, check } = await garden({ temperature: temperature - 0.01 })
      await place({ name: 'Frame', shelter }, 'Lemon')
      expect(await check()).toHaveLength(count)
    },
  )

  test('warns of ground frost in a clear and calm night, and not in a cloudy one', async () => {
    const { forecast, place, check } = await garden({ temperature: 2.9 })
    await place({ name: 'Bed' }, 'Lemon')
    expect(await check()).toEqual([])
    forecast({ temperature: 2.9, cloud: 10 })
    expect(await check()).toMatchObject([{ title: 'Ground frost possible in Bed tonight' }])
  })

  test('uses what a plant bears, else what its species bears', async () => {
    const { ann, forecast, place, named, check } = await garden({ temperature: -1 })
    await place({ name: 'Bed' }, 'Fig', 'Leek')
    const [fig, leek] = await named('Fig', 'Leek')
    const species = (await ann.call(speciesRoutes.create, { body: { name: 'Allium porrum', hardyTo: -10 } })).body
    const edit = (plantId = '', body = {}) => ann.call(placeRoutes.movePlant, { params: { plantId }, body })
    await edit(leek, { speciesId: species.speciesId })
    expect((await check()).map(({ text }) => text)).toEqual([expect.stringContaining('1 plant at risk: Fig.')])
    await edit(fig, { hardyTo: -12 })
    await edit(leek, { hardyTo: 3 })
    forecast({ temperature: -1 })
    expect((await check()).at(-1)).toMatchObject({
      text: expect.stringContaining('1 plant at risk: Leek.'),
      severity: 'critical',
    })
  })

  test('warns once of ground frost in a cold frame at 3.2 °C, clear and calm, and of none in a heated room', async () => {
    const { ann, place, named, check, another } = await garden({ temperature: 3.2, cloud: 5 })
    await place({ name: 'Cold frame', shelter: 'cold' }, 'Lemon', 'Basil', 'Leek')
    await place({ name: 'Living room', shelter: 'heated' }, 'Orchid')
    const [lemon, basil] = await named('Lemon', 'Basil')
    const edit = (plantId = '', body = {}) => ann.call(placeRoutes.movePlant, { params: { plantId }, body })
    const [species] = (await ann.call(speciesRoutes.list, { query: { q: 'Ocimum basilicum' } })).body
    await edit(basil, { speciesId: species.speciesId })
    await edit(lemon, { hardyTo: 3 })
    const [message, ...more] = await check()
    expect(message?.title).toBe('Ground frost possible in Cold frame tonight')
    expect(message?.text).toContain('2 plants at risk: Basil, Lemon. Bring in or cover.')
    expect(more).toEqual([])
    await (await another()).app.advice.runNow()
    expect(await check()).toHaveLength(1)
  })

  test('says at 8:00 where the day becomes too hot', async () => {
    const { app, ann, clock, place, check } = await garden({ temperature: 30 })
    await place({ name: 'Bed' }, 'Lemon')
    const [plant] = (await ann.call(plantRoutes.list, { query: {} })).body
    await app.context.db
      .insertInto('plant_range')
      .values({ plant_id: plant.plantId, metric: 'temperature', low: null, high: 27 })
      .execute()
    clock.now = AFTERNOON - 8 * HOUR - MINUTE
    expect(await check()).toEqual([])
    clock.now += MINUTE
    expect(await check()).toMatchObject([{ title: 'Heat today in Bed', severity: 'warning' }])
    expect(await check()).toHaveLength(1)
  })

  test('shows rain to come for places outdoors that want it', async () => {
    const { ann, forecast, place, list } = await garden()
    const bed = await place({ name: 'Bed' }, 'Lemon')
    await place({ name: 'Frame', shelter: 'cold' }, 'Basil')
    expect((await list()).rain).toEqual([])
    forecast({ rain: 0.5, rainChance: 80 })
    expect((await list()).rain).toMatchObject([{ placeIds: [bed], millimetres: 12 }])
    await ann.call(placeRoutes.edit, { params: { placeId: bed }, body: { rain: 'off' } })
    expect((await list()).rain).toEqual([])
  })

  test('counts fallen rain as a watering of each plant there after a tap, which is undone together', async () => {
    const { ann, clock, place, check, list } = await garden({ rain: 0.3 })
    await place({ name: 'Bed' }, 'Lemon', 'Basil')
    await place({ name: 'Frame', shelter: 'cold' }, 'Fig')
    clock.now = AFTERNOON - 8 * HOUR
    expect(await check()).toEqual([])
    const { advice } = await list()
    expect(advice).toMatchObject([{ kind: 'rain', plants: [{ name: 'Basil' }, { name: 'Lemon' }] }])
    expect(advice[0].value).toBeCloseTo(7.2)
    const params = { adviceId: advice[0].adviceId }
    const log = async () => (await ann.call(careRoutes.list, { query: { kinds: 'water' } })).body
    const counted = await ann.call(adviceRoutes.countRain, { params, body: { counts: true } })
    expect((await log()).map(({ kind, source }: { kind: string; source: string }) => [kind, source])).toEqual([
      ['water', 'rain'],
      ['water', 'rain'],
    ])
    const again = await ann.call(adviceRoutes.countRain, { params, body: { counts: true } })
    expect(again.body).toEqual(counted.body)
    expect(await log()).toHaveLength(2)
    expect((await list()).advice).toEqual([])
    await ann.call(careRoutes.remove, { params: { careId: counted.body.careId }, query: { batch: '1' } })
    expect(await log()).toEqual([])
    await check()
    expect((await list()).advice).toEqual([])
  })

  test.each([
    ['its own sum', 24, 0.4, 9.6],
    ['no sum of less than 5 mm', 24, 0.1, undefined],
    ['the sum of the forecast while it knows less than 18 hours', 17, 0.4, 7.2],
  ])('a rain gauge in a bed gives %s', async (_what, hours, rate, expected) => {
    const { ann, clock, aDevice, call, place, check, list } = await garden({ rain: 0.3 })
    const placeId = await place({ name: 'Bed' }, 'Lemon')
    clock.now = AFTERNOON - 8 * HOUR
    const { deviceId, deviceToken } = await aDevice(ann, 'Rain gauge')
    await ann.call(placeRoutes.moveDevice, { params: { deviceId }, body: { placeId } })
    const time = (index: number) => new Date(clock.now - (index + 0.5) * HOUR).toISOString()
    const body = Array.from({ length: hours }, (_, index) => ({ rain_rate: rate, time: time(index) }))
    await call(readingRoutes.send, { token: deviceToken, body })
    await check()
    expect((await list()).advice[0]?.value).toEqual(expected === undefined ? undefined : expect.closeTo(expected))
  })

  test('waters nothing when the rain does not count', async () => {
    const { ann, clock, place, check, list } = await garden({ rain: 0.3 })
    await place({ name: 'Bed' }, 'Lemon')
    clock.now = AFTERNOON - 8 * HOUR
    await check()
    const params = { adviceId: (await list()).advice[0].adviceId }
    const { body } = await ann.call(adviceRoutes.countRain, { params, body: { counts: false } })
    expect([body.careId, (await list()).advice]).toEqual([null, []])
    expect((await ann.call(careRoutes.list, { query: { kinds: 'water' } })).body).toEqual([])
  })
})
