import { gzipSync } from 'node:zlib'
import { InfluxDB, Point, setLogger } from '@influxdata/influxdb-client'
import {
  boardIntakeRoutes,
  boardRoutes,
  hubRoutes,
  readingRoutes,
  seriesRoutes,
  type Board,
} from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { forAllTests } from '../../testing/at-end.ts'
import { openLog } from '../src/platform/log.ts'
import { everyRow } from './every-row.ts'
import { createWorld, portOf, type Person, type World } from './world.ts'

interface Request {
  readonly method?: 'GET' | 'POST'
  readonly url: string
  readonly headers?: Record<string, string>
  readonly payload?: string | Buffer
}

interface WayIn {
  readonly title: string
  readonly family: Board['family']
  /** Builds the request of a board, with the temperature in °C. */
  readonly request: (token: string, celsius: number) => Request
  /** The reply to one reading of a device. */
  readonly reply: readonly [number, unknown]
}

const PASSKEY = '5E9C1A77D00DFEED5E9C1A77D00DFEED'
const fahrenheit = (celsius: number) => (celsius * 9) / 5 + 32
const JSON_TYPE = { 'content-type': 'application/json' }
const STORED = { stored: 1, duplicates: 0, waiting: 0, refused: [] }
const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

const WAYS: readonly WayIn[] = [
  {
    title: 'the form of an Ecowitt gateway',
    family: 'ecowitt',
    request: (token, celsius) => ({
      url: `/api/ingest/ecowitt/${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `PASSKEY=${PASSKEY}&stationtype=GW1000A_V1.6.8&dateutc=now&tempf=${fahrenheit(celsius)}&model=GW1000_Pro`,
    }),
    reply: [200, ''],
  },
  {
    title: 'the query of a weather station',
    family: 'wunderground',
    request: (token, celsius) => ({
      method: 'GET',
      url: `/api/ingest/wunderground?ID=roof&PASSWORD=${token}&dateutc=now&tempf=${fahrenheit(celsius)}&action=updateraw`,
    }),
    reply: [200, 'success\n'],
  },
  {
    title: 'a webhook of The Things Stack',
    family: 'ttn',
    request: (token, celsius) => ({
      url: '/api/ingest/ttn',
      headers: { ...JSON_TYPE, authorization: `Bearer ${token}` },
      payload: JSON.stringify({
        end_device_ids: { device_id: 'dev1', dev_eui: '0004A30B001C0530' },
        uplink_message: { decoded_payload: { temperature: celsius } },
      }),
    }),
    reply: [200, STORED],
  },
  {
    title: 'telemetry for ThingsBoard',
    family: 'thingsboard',
    request: (token, celsius) => ({
      url: `/api/v1/${token}/telemetry`,
      headers: JSON_TYPE,
      payload: JSON.stringify({ temperature: celsius }),
    }),
    reply: [200, STORED],
  },
  {
    title: 'line protocol of InfluxDB 1, with the token as password',
    family: 'line-protocol',
    request: (token, celsius) => ({
      url: `/write?db=greenhouse&u=telegraf&p=${token}`,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      payload: `airSensors,sensor_id=TLM0201 temperature=${celsius}`,
    }),
    reply: [204, ''],
  },
  {
    title: 'packed line protocol of InfluxDB 1, as Telegraf sends it, with the token in Basic',
    family: 'line-protocol',
    request: (token, celsius) => ({
      url: '/write?db=telegraf',
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'content-encoding': 'gzip',
        authorization: basic('telegraf', token),
      },
      payload: gzipSync(`airSensors,host=bench temperature=${celsius}\n`),
    }),
    reply: [204, ''],
  },
  {
    title: 'line protocol of InfluxDB 2',
    family: 'line-protocol',
    request: (token, celsius) => ({
      url: '/api/v2/write?org=o&bucket=b&precision=s',
      headers: { 'content-type': 'text/plain; charset=utf-8', authorization: `Token ${token}` },
      payload: `airSensors,sensor_id=TLM0201 temperature=${celsius}`,
    }),
    reply: [204, ''],
  },
  {
    title: 'SenML',
    family: 'senml',
    request: (token, celsius) => ({
      url: '/api/readings',
      headers: { 'content-type': 'application/senml+json', authorization: token },
      payload: JSON.stringify([{ bn: 'urn:dev:mac:0024befffe804ff1:', n: 'temperature', u: 'Cel', v: celsius }]),
    }),
    reply: [200, STORED],
  },
  {
    title: 'any JSON',
    family: 'json',
    request: (token, celsius) => ({
      url: '/api/ingest/json',
      headers: { ...JSON_TYPE, authorization: token },
      payload: JSON.stringify({ device: 'bench-3', temperature: celsius }),
    }),
    reply: [200, STORED],
  },
]

const lines: string[] = []
const shared = forAllTests(() =>
  createWorld({}, undefined, openLog('trace', { write: (line: string) => void lines.push(line) })),
)
let households = 0

/** Ann with a device and a hub, and her neighbour Bob: other people in each test, in a world that all of them share. */
async function household(world: World = shared()) {
  const number = ++households
  const ann = await world.as(`Ann${number}`)
  const { deviceId, deviceToken } = await world.aDevice(ann)
  const hub = (await ann.call(hubRoutes.create, { body: { name: 'Shed' } })).body
  const bob = () => world.as(`Bob${number}`)
  return { world, ann, bob, deviceId, deviceToken, hubToken: hub.token as string, hubId: hub.hubId as string }
}

async function listeningHousehold() {
  const world = await createWorld()
  await world.app.listen()
  return household(world)
}

async function send({ app }: World, { method = 'POST', ...request }: Request) {
  const answer = await app.http.fastify.inject({ method, ...request })
  return { status: answer.statusCode, body: read(answer.body), headers: answer.headers }
}

function read(text: string): unknown {
  return text.startsWith('{') ? JSON.parse(text) : text
}

async function temperatureOf(person: Person, deviceId: string): Promise<number | undefined> {
  const { body } = await person.call(seriesRoutes.list, { params: { deviceId } })
  return body.find(({ metric }: { metric: string }) => metric === 'temperature')?.newest?.value
}

describe.each(WAYS)('$title', ({ family, request, reply }) => {
  test('a message is stored for the device of its token before the reply', async () => {
    const { world, ann, deviceId, deviceToken } = await household()
    const { status, body } = await send(world, request(deviceToken, 21.5))
    expect([status, body]).toEqual(reply)
    expect(await temperatureOf(ann, deviceId)).toBeCloseTo(21.5, 5)
  })

  test('a message with a hub token makes a new board of its owner at once, and waits', async () => {
    const { world, ann, bob, hubToken, hubId } = await household()
    for (const [index, celsius] of [21.5, 22].entries()) {
      expect((await send(world, request(hubToken, celsius))).status).toBe(reply[0])
      expect((await ann.call(boardRoutes.list)).body).toMatchObject([{ family, waiting: index + 1 }])
      world.clock.now += 60_000
    }
    const measures = expect.arrayContaining([
      expect.objectContaining({ metric: 'temperature', value: expect.closeTo(22, 5) }),
    ])
    expect((await ann.call(boardRoutes.list)).body).toMatchObject([{ source: { kind: 'hub', id: hubId }, measures }])
    expect((await (await bob()).call(boardRoutes.list)).body).toEqual([])
  })

  test('a message without a valid token is refused', async () => {
    const { world, ann, deviceId } = await household()
    for (const token of ['x', ann.token, 'A'.repeat(43)])
      expect((await send(world, request(token, 21.5))).status).toBeOneOf([401, 414])
    expect(await temperatureOf(ann, deviceId)).toBeUndefined()
  })

  test('an admitted or refused message leaves neither token nor key in the log or the metrics', async () => {
    const { world, deviceToken, hubToken } = await household()
    const wrong = `wrong-${'w'.repeat(37)}`
    for (const token of [deviceToken, hubToken, wrong]) {
      await send(world, request(token, 21.5))
      await send(world, { ...request(token, 21.5), payload: '\0' })
    }
    const metrics = (await world.request('GET', '/metrics')).body
    const written = `${lines.join('\n')}${JSON.stringify(metrics)}`
    for (const secret of [deviceToken, hubToken, wrong, PASSKEY]) expect(written).not.toContain(secret)
  })

  test('an admitted or refused message leaves neither token nor key in a row of the database', async () => {
    const { world, ann, deviceToken, hubToken } = await household()
    const wrong = `wrong-${'w'.repeat(37)}`
    for (const token of [deviceToken, hubToken, hubToken, wrong]) {
      await send(world, request(token, 21.5))
      await send(world, { ...request(token, 21.5), payload: `\0PASSKEY=${PASSKEY}&token=${token}` })
    }
    await world.app.refused.write()
    const rows = await everyRow(world.app.context.db)
    // Its board is there, so a stored secret would be found.
    const [board]: Board[] = (await ann.call(boardRoutes.list)).body
    expect(board).toMatchObject({ family })
    expect(rows).toContain(board?.boardId)
    for (const secret of [deviceToken, hubToken, wrong, PASSKEY]) expect(rows).not.toContain(secret)
  })
})

test('the client of InfluxDB writes unchanged, compressed and with times', async () => {
  const { world, ann, deviceId, deviceToken } = await listeningHousehold()
  const client = new InfluxDB({ url: `http://127.0.0.1:${portOf(world)}`, token: deviceToken })
  const writer = client.getWriteApi('greenhouse', 'greenhouse', 's', { gzipThreshold: 10, maxRetries: 0 })
  const first = new Date(world.clock.now - 60_000)
  writer.writePoint(new Point('bench').tag('sensor_id', 'TLM0201').floatField('temperature', 21.5).timestamp(first))
  writer.writePoint(
    new Point('bench').tag('sensor_id', 'TLM0201').floatField('temperature', 22).timestamp(new Date(world.clock.now)),
  )
  await writer.close()
  expect(await temperatureOf(ann, deviceId)).toBe(22)
  expect(world.app.ingest.counts).toMatchObject({ stored: 2, refused: 0 })
})

test('the client of InfluxDB reads why a write was refused', async () => {
  const { world } = await listeningHousehold()
  setLogger({ error() {}, warn() {} })
  const client = new InfluxDB({ url: `http://127.0.0.1:${portOf(world)}`, token: 'wrong' })
  const writer = client.getWriteApi('o', 'b', 's', { maxRetries: 0 })
  writer.writeRecord('bench temperature=21')
  await expect(writer.close()).rejects.toMatchObject({ statusCode: 401, code: 'unauthorized' })
})

test('a body without a reading is refused with a message in the shape that its client reads', async () => {
  const { world, deviceToken } = await household()
  const line = await send(world, {
    url: '/api/v2/write',
    headers: { authorization: `Token ${deviceToken}`, 'content-type': 'text/plain' },
    payload: 'not line protocol',
  })
  const message = 'This holds no readings that could be understood.'
  expect([line.status, line.body]).toMatchObject([400, { code: 'invalid', message, error: message, title: message }])
  const json = await send(world, { url: '/api/ingest/json', headers: { authorization: deviceToken }, payload: 'x' })
  expect([json.status, json.body]).toMatchObject([400, { title: message }])
})

test('a device that sends more line protocol than its share has to wait', async () => {
  const world = await createWorld({ deviceReadingsPerSecond: 1 })
  const { deviceToken } = await world.aDevice(await world.as('ann'))
  const lines = Array.from({ length: 4000 }, (_, index) => `bench,sensor_id=a temperature=21 ${index + 1}`)
  const post = () =>
    send(world, {
      url: '/api/v2/write?precision=s',
      headers: { authorization: `Token ${deviceToken}`, 'content-type': 'text/plain' },
      payload: lines.join('\n'),
    })
  const statuses = new Set<number>()
  for (let round = 0; round < 3; round++) statuses.add((await post()).status)
  expect(statuses).toEqual(new Set([204, 429]))
  const { headers, body } = await post()
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(body).toMatchObject({ code: 'too many requests' })
})

test('assigns readings with a hub token to boards', async () => {
  const { world, ann, hubToken } = await household()
  for (let round = 0; round < 2; round++) {
    const body = { device: 'bench-3', temperature: 21 + round }
    expect((await world.request('POST', readingRoutes.send.path, body, hubToken)).status).toBe(200)
    world.clock.now += 60_000
  }
  expect((await ann.call(boardRoutes.list)).body).toMatchObject([{ family: 'json', waiting: 2 }])
})

test('every ingest route has a test', () => {
  const tested = WAYS.map(({ request }) => request(':token', 0).url.split('?')[0])
  const paths = Object.values(boardIntakeRoutes).map(({ path }) => path)
  expect(paths.filter((path) => !tested.includes(path))).toEqual([])
})
