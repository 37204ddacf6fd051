import { gunzipSync } from 'node:zlib'
import * as contract from '@greenhouse/contract'
import {
  addressOf,
  DAY_MS,
  HISTORY_POINTS_MAX,
  MINUTE_MS,
  plantRoutes,
  readingRoutes,
  type Route,
} from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { createWorld } from './world.ts'

const KILOBYTE = 1024
const START = Date.parse('2026-10-19T23:00:00Z')

/** Creates a device with a month of readings every ten minutes, as uneven as real ones. */
async function aMonth() {
  const world = await createWorld()
  const ann = await world.as('ann')
  const { deviceId, deviceToken } = await world.aDevice(ann)
  const readings = Array.from({ length: 31 * 144 }, (_, index) => {
    const wave = Math.sin((index / 144) * 2 * Math.PI)
    const noise = (size: number) => size * (((index * 7919) % 1000) / 500 - 1)
    return {
      temperature: round(18 + 7 * wave + noise(0.7), 2),
      humidity: round(62 - 14 * wave + noise(3), 2),
      airPressure: round(1013 + 12 * Math.sin(index / 500) + noise(0.4), 2),
      airQuality: Math.round(430 + 60 * wave + noise(25)),
      timestamp: new Date(START + index * 10 * MINUTE_MS).toISOString(),
    }
  })
  for (let first = 0; first < readings.length; first += 1000) {
    await world.call(readingRoutes.send, { body: readings.slice(first, first + 1000), token: deviceToken })
  }
  const [from, to] = [START, START + 31 * DAY_MS - 1].map((at) => new Date(at).toISOString())
  const get = async (points: number | undefined, encoding: string) =>
    await world.app.http.fastify.inject({
      url: addressOf(readingRoutes.history, { query: { deviceId, from, to, points } }),
      headers: { authorization: ann.token, 'accept-encoding': encoding },
    })
  return { get, world, ann }
}

const round = (value: number, decimals: number) => Number(value.toFixed(decimals))

describe('compression of charts', () => {
  test('a chart of a month takes at most 20 KB on the wire, with its content unchanged', async () => {
    const { get } = await aMonth()
    const [packed, plain] = [await get(500, 'gzip, deflate, br'), await get(500, 'identity')]
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(packed.rawPayload.length).toBeLessThanOrEqual(20 * KILOBYTE)
    expect(Number(packed.headers['content-length'])).toBe(packed.rawPayload.length)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
    expect(plain.json()[0].sensorHistoryRecords).toHaveLength(373)
  })

  test('a chart of a month has averages with one decimal more than is shown, and extremes as they were sent', async () => {
    const { get } = await aMonth()
    const decimals = (value: number) => (String(value).split('.')[1] ?? '').length
    for (const { temperature, airQuality, max } of (await get(500, 'identity')).json()[0].sensorHistoryRecords) {
      expect(decimals(temperature)).toBeLessThanOrEqual(2)
      expect(decimals(airQuality)).toBeLessThanOrEqual(1)
      expect(max.temperature).toBe(round(max.temperature, 2))
    }
  })

  test.each(['gzip;q=0', 'br', '', 'identity'])(
    'a chart of a month is sent uncompressed to a client that accepts "%s"',
    async (encoding) => {
      const { get } = await aMonth()
      expect((await get(HISTORY_POINTS_MAX, encoding)).headers['content-encoding']).toBeUndefined()
    },
  )

  test('a chart of every reading is streamed uncompressed', async () => {
    const { get } = await aMonth()
    const whole = await get(undefined, 'gzip')
    expect(whole.headers['content-encoding']).toBeUndefined()
    expect(whole.json()[0].sensorHistoryRecords).toHaveLength(31 * 144)
  })
})

describe('compression and secrets', () => {
  const routes = Object.entries(contract)
    .filter(([name]) => name.endsWith('Routes'))
    .flatMap(([, group]) => Object.values(group as Record<string, Route>))

  test('no compressed reply contains a secret, as no GET returns one', () => {
    const reads = routes.filter(({ method }) => method === 'GET')
    expect(reads.length).toBeGreaterThan(15)
    for (const { path, reply } of reads) {
      // "hasPassword" reveals only whether there is one.
      const secrets = fieldsOf(reply).filter((name) =>
        /jwt|token$|^secret$|(?<!^has)password|codes$|ticket/i.test(name),
      )
      expect([path, secrets]).toEqual([path, []])
    }
    expect(routes.flatMap(({ reply }) => fieldsOf(reply))).toContain('deviceToken')
  })

  test('a long reply to another method than GET is sent uncompressed', async () => {
    const { app, as } = await createWorld()
    const body = { plantName: 'Basil', plantType: 'Herb', plantNotes: '🌿'.repeat(240), waterEvery: 2 }
    const answer = await app.http.fastify.inject({
      method: 'POST',
      url: plantRoutes.create.path,
      payload: body,
      headers: { authorization: (await as('ann')).token, 'accept-encoding': 'gzip' },
    })
    expect(answer.rawPayload.length).toBeGreaterThan(KILOBYTE)
    expect(answer.headers['content-encoding']).toBeUndefined()
  })
})

/** Returns the names of all fields of a schema, at any depth. */
function fieldsOf(schema: unknown): string[] {
  const { def } = schema as { def: Record<string, unknown> & { shape?: Record<string, unknown>; options?: unknown[] } }
  const inner = [def['element'], def['innerType'], ...(def.options ?? []), ...Object.values(def.shape ?? {})]
  return [...Object.keys(def.shape ?? {}), ...inner.filter((part) => part !== undefined).flatMap(fieldsOf)]
}
