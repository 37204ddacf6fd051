import type { ServerResponse } from 'node:http'
import { placeRoutes, weatherRoutes } from '@greenhouse/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { documented, startOpenMeteo } from '../../../../testing/open-meteo.ts'
import { createWorld } from '../../../test/world.ts'

const MINUTE = 60_000
const NOW = Date.parse('2026-11-20T09:41:00Z')

async function weatherWorld() {
  const service = await startOpenMeteo(() => NOW)
  onTestFinished(() => service.close())
  const world = await createWorld({ weatherUrl: service.url, geocodingUrl: service.url })
  return { ...world, service, ann: await world.as('ann') }
}

describe('the weather', () => {
  test('returns the weather of Copenhagen until the user chooses a place', async () => {
    const { ann, as, service } = await weatherWorld()
    const { status, body } = await ann.call(weatherRoutes.forecast)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      place: { name: 'Copenhagen' },
      stale: false,
      current: { temperature: 4.8, humidity: 87, weatherCode: 3, wind: 5.2, time: '2026-11-20T09:00:00.000Z' },
    })
    expect(body.hours).toHaveLength(24)
    expect(body.hours[0].time).toBe('2026-11-20T09:00:00.000Z')
    expect(body.days[1]).toEqual({ date: '2026-11-21', weatherCode: 61, max: 9, min: 2 })
    expect(Object.keys(body)).toEqual(['current', 'hours', 'days', 'fetchedAt', 'place', 'stale'])
    expect(Object.keys(body.hours[0])).toEqual(['time', 'temperature', 'humidity', 'rainChance', 'wind', 'weatherCode'])
    expect(service.asked.at(-1)?.searchParams.get('hourly')).toContain('dew_point_2m,cloud_cover,precipitation')
    const place = { name: 'Aarhus', latitude: 56.1567, longitude: 10.2108 }
    expect((await ann.call(weatherRoutes.setPlace, { body: place })).status).toBe(204)
    expect((await ann.call(weatherRoutes.forecast)).body.place).toEqual(place)
    expect(service.asked.at(-1)?.searchParams.get('latitude')).toBe('56.16')
    expect((await (await as('bob')).call(weatherRoutes.forecast)).body.place.name).toBe('Copenhagen')
  })

  test('requests the weather once for many users, and again after ten minutes', async () => {
    const { ann, as, clock, service } = await weatherWorld()
    const bob = await as('bob')
    await Promise.all([ann, bob, ann, bob].map((person) => person.call(weatherRoutes.forecast)))
    expect(service.asked).toHaveLength(1)
    clock.now += 10 * MINUTE - 1
    await ann.call(weatherRoutes.forecast)
    expect(service.asked).toHaveLength(1)
    clock.now += 1
    await ann.call(weatherRoutes.forecast)
    expect(service.asked).toHaveLength(2)
  })

  const answers: Record<string, (response: ServerResponse) => unknown> = {
    'an error': (response) => response.writeHead(500).end(),
    'a redirect': (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'no JSON': (response) => response.end('<html>'),
    'another shape': (response) => response.end('{"current":7}'),
    'far too much': (response) => response.end(`"${'x'.repeat(300_000)}"`),
  }

  test.each(Object.entries(answers).map(([name, answer]) => [name, answer] as const))(
    'returns after %s the last weather, marked as stale, and 503 when there is none',
    async (_, answer) => {
      const { ann, clock, service } = await weatherWorld()
      service.answer = (_request, response) => void answer(response)
      const away = await ann.call(weatherRoutes.forecast)
      expect([away.status, away.body.type, away.headers['retry-after']]).toEqual([
        503,
        'urn:greenhouse:problem:weather.away',
        '30',
      ])
      expect(away.body.title).toBe(
        'The weather service can’t be reached. Greenhouse tries again every 10 minutes; everything else works.',
      )
      clock.now += MINUTE
      service.answer = documented(() => NOW)
      expect((await ann.call(weatherRoutes.forecast)).body.stale).toBe(false)
      clock.now += 11 * MINUTE
      service.answer = (_request, response) => void answer(response)
      const old = await ann.call(weatherRoutes.forecast)
      expect([old.status, old.body.stale, old.body.current.temperature]).toEqual([200, true, 4.8])
      clock.now += 25 * 60 * MINUTE
      expect((await ann.call(weatherRoutes.forecast)).status).toBe(503)
    },
  )

  test('waits at most three seconds for the weather', async () => {
    const { ann, service } = await weatherWorld()
    service.answer = () => undefined
    expect((await ann.call(weatherRoutes.forecast)).status).toBe(503)
  })

  test('accepts a forecast with missing values', async () => {
    const { ann, service } = await weatherWorld()
    service.answer = (_, response) =>
      void response.end(
        JSON.stringify({
          current: { time: '2026-11-20T10:00', temperature_2m: null },
          hourly: { time: ['2026-11-20T10:00'] },
        }),
      )
    const { status, body } = await ann.call(weatherRoutes.forecast)
    expect([status, body.current.temperature, body.hours[0].wind, body.days]).toEqual([200, null, null, []])
  })
})

describe('an unavailable service', () => {
  const placeAt = (latitude: number) => ({ name: 'Somewhere', latitude, longitude: 10 })

  test('requests an unavailable service once for all users, then pauses', async () => {
    const { as, clock, service } = await weatherWorld()
    service.answer = (_request, response) => void response.writeHead(500).end()
    for (const [index, name] of ['ann', 'bob', 'cem'].entries()) {
      const person = await as(name)
      await person.call(weatherRoutes.setPlace, { body: placeAt(50 + index) })
      expect((await person.call(weatherRoutes.forecast)).status).toBe(503)
    }
    expect(service.asked).toHaveLength(1)
    clock.now += MINUTE / 2
    await (await as('bob')).call(weatherRoutes.forecast)
    await (await as('cem')).call(weatherRoutes.forecast)
    expect(service.asked).toHaveLength(2)
  })

  test('finds places while forecasts are unavailable', async () => {
    const { ann, service } = await weatherWorld()
    service.answer = (_request, response) => void response.writeHead(500).end()
    await ann.call(weatherRoutes.forecast)
    service.answer = documented(() => NOW)
    expect((await ann.call(weatherRoutes.search, { query: { name: 'Aarhus' } })).status).toBe(200)
  })
})

test('asks the service twenty times a minute for a person with many places, and for others all the same', async () => {
  const { ann, as, clock, service } = await weatherWorld()
  const statuses: number[] = []
  for (let number = 0; number < 22; number++) {
    const at = { latitude: number, longitude: 0 }
    const { placeId } = (await ann.call(placeRoutes.create, { body: { name: `Bed ${number}`, ...at } })).body
    statuses.push((await ann.call(weatherRoutes.forecast, { query: { placeId } })).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 503, 503])
  expect((await (await as('bob')).call(weatherRoutes.forecast)).status).toBe(200)
  expect(service.asked).toHaveLength(21)
  clock.now += MINUTE
  expect((await ann.call(weatherRoutes.forecast)).status).toBe(200)
})

test('limits a user to ten changes of place an hour', async () => {
  const { ann, as, clock } = await weatherWorld()
  const choose = async (person = ann) =>
    (await person.call(weatherRoutes.setPlace, { body: { name: 'x', latitude: 1, longitude: 1 } })).status
  for (let time = 0; time < 10; time++) expect(await choose()).toBe(204)
  expect(await choose()).toBe(429)
  expect(await choose(await as('bob'))).toBe(204)
  clock.now += 60 * MINUTE
  expect(await choose()).toBe(204)
})

describe('the search for a place', () => {
  test('finds places and tells namesakes apart', async () => {
    const { ann } = await weatherWorld()
    expect((await ann.call(weatherRoutes.search, { query: { name: 'Aarhus' } })).body).toEqual([
      { name: 'Aarhus', latitude: 56.16, longitude: 10.2, region: 'Central Jutland, Denmark' },
      { name: 'Aarhus', latitude: 40.1, longitude: 10.2, region: 'Ohio, United States' },
    ])
    expect((await ann.call(weatherRoutes.search, { query: { name: 'Nowhere' } })).body).toEqual([])
  })

  test('returns at most five places', async () => {
    const { ann, service } = await weatherWorld()
    const results = Array.from({ length: 7 }, (_, index) => ({
      name: `Place ${index}`,
      latitude: index,
      longitude: 10,
    }))
    service.answer = (_request, response) => void response.end(JSON.stringify({ results }))
    expect((await ann.call(weatherRoutes.search, { query: { name: 'Place' } })).body).toHaveLength(5)
  })

  test('searches places from two characters on, on its own host, with a limit', async () => {
    const { ann, service } = await weatherWorld()
    expect((await ann.call(weatherRoutes.search, { query: { name: 'A' } })).status).toBe(400)
    await ann.call(weatherRoutes.search, { query: { name: 'x&count=99#@evil.example.org/' } })
    expect(service.asked.at(-1)?.searchParams.get('name')).toBe('x&count=99#@evil.example.org/')
    expect(service.asked.at(-1)?.searchParams.get('count')).toBe('5')
    const many = await Promise.all(
      Array.from({ length: 40 }, () => ann.call(weatherRoutes.search, { query: { name: 'Aarhus' } })),
    )
    expect(many.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  })
})

test.each([
  [{ name: '', latitude: 1, longitude: 1 }, 'name'],
  [{ name: 'x', latitude: 91, longitude: 1 }, 'latitude'],
  [{ name: 'x', latitude: 1, longitude: 'east' }, 'longitude'],
])('refuses the place %j', async (place, field) => {
  const { as } = await createWorld()
  const { status, body } = await (await as('ann')).call(weatherRoutes.setPlace, { body: place })
  expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
})
