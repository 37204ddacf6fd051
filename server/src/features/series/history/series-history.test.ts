import { randomUUID } from 'node:crypto'
import { HISTORY_SERIES_MAX, readingRoutes, seriesRoutes, type Series, type SeriesHistory } from '@greenhouse/contract'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { databases } from '../../../../test/databases.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { pointsOfEach } from './series-history.ts'

const START = Date.parse('2026-11-20T00:00:00Z')
const MINUTE = 60_000
const RANGE = { from: '2026-11-20T00:00:00Z', to: '2026-11-20T09:00:00Z' }

/** Sends readings of consecutive minutes, and returns the series that the device has by then. */
async function aDevice(world: World, person: Person, count: number, sent: (index: number) => object) {
  const { deviceId, deviceToken } = await world.aDevice(person)
  const body = Array.from({ length: count }, (_, index) => ({
    ...sent(index),
    time: new Date(START + index * MINUTE).toISOString(),
  }))
  await world.call(readingRoutes.send, { body, token: deviceToken })
  const series: Series[] = (await person.call(seriesRoutes.list, { params: { deviceId } })).body
  return Object.fromEntries(series.map(({ metric, seriesId }) => [metric, seriesId]))
}

const ask = (person: Person, query: object) => person.call(seriesRoutes.history, { query: { ...RANGE, ...query } })

describe.each(databases)('histories of series on %s', (_, open) => {
  test('returns few values of several devices unchanged, in the order of the request', async () => {
    const world = await createWorld({}, await open())
    const ann = await world.as('ann')
    const house = await aDevice(world, ann, 3, (index) => ({ temperature: 20 + index, humidity: 60 }))
    const bed = await aDevice(world, ann, 2, (index) => ({ soilMoisture: 40 + index }))
    const ids = [bed['soilMoisture'], house['temperature'], bed['soilMoisture']]
    const { status, body } = await ask(ann, { series: ids.join(',') })
    expect(status).toBe(200)
    expect(body.series).toEqual([
      { seriesId: bed['soilMoisture'], resolution: 0, time: [START, START + MINUTE], mean: [40, 41] },
      {
        seriesId: house['temperature'],
        resolution: 0,
        time: [START, START + MINUTE, START + 2 * MINUTE],
        mean: [20, 21, 22],
      },
    ])
  })

  test('returns mean, lowest and highest values of buckets when there are more values than points', async () => {
    const world = await createWorld({}, await open())
    const ann = await world.as('ann')
    const house = await aDevice(world, ann, 540, (index) => ({ temperature: index % 2 === 0 ? 20 : 22 }))
    const [history]: [SeriesHistory] = (await ask(ann, { series: house['temperature'], points: 10 })).body.series
    const { resolution, time, mean, min = [], max = [] } = history
    expect(resolution).toBeGreaterThan(0)
    expect(time.length).toBeGreaterThan(3)
    expect(time.length).toBeLessThanOrEqual(10)
    expect([mean.length, min.length, max.length]).toEqual([time.length, time.length, time.length])
    expect([new Set(min), new Set(max)]).toEqual([new Set([20]), new Set([22])])
    expect(mean.every((one) => Math.abs(one - 21) < 0.5)).toBe(true)
    expect(time).toEqual(time.toSorted((one, other) => one - other))
    expect(time[0]).toBeGreaterThanOrEqual(START)
    expect(time.at(-1)).toBeLessThanOrEqual(START + 539 * MINUTE)
    // Enough to add the next value to the last bucket as the server would.
    expect(history).toMatchObject({
      start: START,
      newest: START + 539 * MINUTE,
      count: 540 % (resolution / 60) || 60,
      values: 540,
    })
  })

  test('draws more values than points without reading the values one by one', async () => {
    const world = await createWorld({}, await open())
    const ann = await world.as('ann')
    const house = await aDevice(world, ann, 540, () => ({ temperature: 20 }))
    const raw = vi.spyOn(world.app.context.timeSeries, 'raw')
    onTestFinished(() => raw.mockRestore())
    await ask(ann, { series: house['temperature'], points: 539 })
    expect(raw).not.toHaveBeenCalled()
    const [history]: [SeriesHistory] = (await ask(ann, { series: house['temperature'], points: 540 })).body.series
    expect([history.resolution, history.time.length]).toEqual([0, 540])
  })

  test('returns empty columns for a series without values', async () => {
    const world = await createWorld({}, await open())
    const ann = await world.as('ann')
    const house = await aDevice(world, ann, 1, () => ({ temperature: 20 }))
    const { body } = await ask(ann, { series: house['temperature'], from: '2025-01-01', to: '2025-02-01' })
    expect(body.series).toEqual([{ seriesId: house['temperature'], resolution: 0, time: [], mean: [] }])
  })

  test("refuses a request for histories when one of the series is another user's", async () => {
    const world = await createWorld({}, await open())
    const [ann, bob] = [await world.as('ann'), await world.as('bob')]
    const own = await aDevice(world, ann, 1, () => ({ temperature: 20 }))
    const theirs = await aDevice(world, bob, 1, () => ({ temperature: 99 }))
    const mixed = await ask(ann, { series: `${own['temperature']},${theirs['temperature']}` })
    const unknown = await ask(ann, { series: randomUUID() })
    expect([mixed.status, unknown.status]).toEqual([404, 404])
    expect(mixed.body).toEqual({ ...unknown.body, instance: mixed.body.instance })
  })
})

test.each([
  [2000, 1, 2000],
  [2000, 6, 2000],
  [2000, 7, 1714],
  [2000, HISTORY_SERIES_MAX, 500],
  [500, HISTORY_SERIES_MAX, 500],
  [1, HISTORY_SERIES_MAX, 1],
])('divides %i points among %i series, giving each %i', (points, series, each) => {
  expect(pointsOfEach(points, series)).toBe(each)
})

test.each([
  [{ series: '' }, 'series.0'],
  [{ series: 'x' }, 'series.0'],
  [{ series: Array.from({ length: HISTORY_SERIES_MAX + 1 }, () => randomUUID()).join(',') }, 'series'],
  [{ series: randomUUID(), from: '2027-01-01' }, 'from'],
  [{ series: randomUUID(), points: '2001' }, 'points'],
])('a history of %j is refused for %s', async (query, field) => {
  const world = await createWorld()
  const { status, body } = await ask(await world.as('ann'), query)
  expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
})

test('the newest values of all devices come with an ETag, and as a 304 while they are the same', async () => {
  const world = await createWorld()
  const ann = await world.as('ann')
  const bob = await world.as('bob')
  await aDevice(world, ann, 2, (index) => ({ temperature: 20 + index }))
  const { deviceToken } = await world.aDevice(ann)
  await world.call(readingRoutes.send, { body: { soilMoisture: 40 }, token: deviceToken })
  const newest = (etag?: string) =>
    world.app.http.fastify.inject({
      url: seriesRoutes.newest.path,
      headers: { authorization: ann.token, ...(etag === undefined ? {} : { 'if-none-match': etag }) },
    })
  const first = await newest()
  const values: Series[] = first.json()
  expect(values.map(({ metric, newest: last }) => [metric, last?.value])).toEqual([
    ['temperature', 21],
    ['soilMoisture', 40],
  ])
  const etag = String(first.headers.etag)
  for (const sent of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
    const again = await newest(sent)
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
  }
  expect((await newest('"other"')).statusCode).toBe(200)
  await world.call(readingRoutes.send, { body: { soilMoisture: 41 }, token: deviceToken })
  expect((await newest(etag)).statusCode).toBe(200)
  expect((await bob.call(seriesRoutes.newest)).body).toEqual([])
})
