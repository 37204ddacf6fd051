import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import * as z from 'zod/mini'
import {
  addressOf,
  alertRoutes,
  plantRoutes,
  readingRoutes,
  route,
  type Route,
  exportRoutes,
} from '@greenhouse/contract'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { PATIENT } from '../../testing/test-run.ts'
import type { Db } from '../src/platform/db/schema.ts'
import { Downloads } from '../src/platform/http/downloads.ts'
import { openHttp } from '../src/platform/http/http.ts'
import { openLog } from '../src/platform/log.ts'
import { databases } from './databases.ts'
import { storeMany } from './stored-readings.ts'
import { createWorld, portOf, testConfig, type Person } from './world.ts'

const DOWNLOADS = {
  history: readingRoutes.history,
  csv: exportRoutes.readings,
  data: exportRoutes.account,
  alerts: alertRoutes.list,
}
const historyOf = (deviceId: string) => ({ deviceId, from: '1971-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' })
const BUSY = 'Several downloads are on their way to you. Try again when one is done.'

async function greenhouse() {
  const world = await createWorld()
  const ann = await world.as('ann')
  const device = await world.aDevice(ann)
  const { db } = world.app.context
  const { key } = await db.selectFrom('device').select('key').executeTakeFirstOrThrow()
  return { ...world, ann, device, db, key }
}

describe('concurrent downloads', () => {
  test.each(['history', 'csv', 'data', 'alerts'] as const)(
    'two simultaneous downloads of one user are served, and further ones are refused: %s',
    async (which) => {
      const { ann, app, device, db, key } = await greenhouse()
      await storeMany(app, key, { count: 60_000, from: START, everyMs: 1000 })
      await manyAlerts(db, ann.userId, 20_000)
      const query = which === 'history' ? historyOf(device.deviceId) : {}
      const url = addressOf(DOWNLOADS[which], { query })
      // A reply does not end before it is read.
      const ask = () => app.http.fastify.inject({ url, headers: { authorization: ann.token }, payloadAsStream: true })
      const answers = await Promise.all(Array.from({ length: 40 }, ask))
      const served = answers.filter(({ statusCode }) => statusCode === 200)
      const refused = answers.filter(({ statusCode }) => statusCode === 429)
      expect([served.length, refused.length]).toEqual([2, 38])
      expect(await json(refused[0]!.stream())).toMatchObject({ title: BUSY })
      expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0)
      for (const answer of served) answer.stream().resume()
      await vi.waitFor(async () => expect((await ann.call(DOWNLOADS[which], { query })).status).toBe(200), PATIENT)
    },
  )

  test('no more than eight downloads are served at once, and each that ends makes room', async () => {
    const world = await greenhouse()
    await storeMany(world.app, world.key, { count: 200_000, from: START, everyMs: 1000 })
    await world.app.listen()
    const unread: Socket[] = []
    for (let person = 0; person < 4; person++) {
      const { token, userId } = person === 0 ? world.ann : await world.as(`person${person}`)
      if (person > 0) await world.db.updateTable('device').set({ household_id: userId }).execute()
      for (let count = 0; count < 2; count++) unread.push(await beginDownload(world, token))
    }
    const eve = await world.as('eve')
    const refused = await eve.call(exportRoutes.readings)
    expect([refused.status, refused.body.title]).toEqual([
      429,
      'Many downloads are on their way. Please try again in a moment.',
    ])
    unread[0]?.destroy()
    await vi.waitFor(async () => expect((await eve.call(exportRoutes.readings)).status).toBe(200), PATIENT)
  })

  test('a refused or failed download does not count', async () => {
    const { ann } = await greenhouse()
    const query = historyOf('6f1c4b1e-0000-4000-8000-000000000000')
    for (let count = 0; count < 5; count++) expect((await ann.call(readingRoutes.history, { query })).status).toBe(404)
    expect((await ann.call(exportRoutes.readings)).status).toBe(200)
  })

  test('the pages of simultaneous downloads are read in turn, with other requests in between', async () => {
    const downloads = new Downloads()
    let pages = 0
    async function* endless() {
      for (let page = 0; page < 50; page++) {
        pages++
        yield 'page'
      }
    }
    const read = async () => {
      for await (const _ of downloads.inTurn(endless()));
    }
    const reading = Promise.all(Array.from({ length: 8 }, read))
    await new Promise((resolve) => setImmediate(resolve))
    expect(pages).toBeLessThanOrEqual(16)
    for (let turn = 0; turn < 100; turn++) {
      const before = pages
      await new Promise((resolve) => setImmediate(resolve))
      expect(pages - before).toBeLessThanOrEqual(2)
    }
    await reading
    expect(pages).toBe(400)
  })
})

test('a download whose client does not read is aborted', async () => {
  const endless = route({ method: 'GET', path: '/endless', access: 'public', reply: z.string(), streamed: true })
  const http = openHttp({
    config: testConfig(),
    log: openLog('silent'),
    gate: { member: async () => undefined, board: async () => undefined, ticket: async () => undefined },
    stalledMs: 200,
  })
  onTestFinished(() => http.fastify.close())
  const over = Promise.withResolvers<string>()
  http.serve(endless, () => forever(() => over.resolve('over')))
  await http.fastify.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(portOf({ app: { http } as never }), '127.0.0.1').pause()
  onTestFinished(() => void socket.destroy())
  socket.write('GET /endless HTTP/1.1\r\nhost: localhost\r\n\r\n')
  expect(await over.promise).toBe('over')
})

test('a browser saves the two exports as files', async () => {
  const { ann } = await greenhouse()
  const nameOf = async (route: Route) => (await ann.call(route)).headers['content-disposition']
  expect(await nameOf(exportRoutes.readings)).toBe('attachment; filename="greenhouse-readings.csv"')
  expect(await nameOf(exportRoutes.account)).toBe('attachment; filename="greenhouse-data.json"')
})

describe.each(databases)('a list of many pages on %s', (_name, open) => {
  test('a list of many pages is complete and in order, for alerts and in the export', async () => {
    const world = await createWorld({}, await open())
    const ann = await world.as('ann')
    const { db } = world.app.context
    await manyAlerts(db, ann.userId, 2500)
    await manyWaterings(db, await aPlant(ann), ann.userId, 2500)

    const { body: alerts } = await ann.call(alertRoutes.list)
    expect(new Set(alerts.map(({ alertId }: { alertId: string }) => alertId)).size).toBe(2500)
    const times = alerts.map(({ alertTime }: { alertTime: string }) => alertTime)
    expect(times).toEqual(times.toSorted().toReversed())

    const { body } = await ann.call(exportRoutes.account)
    expect(Object.keys(body)).toEqual(
      'exportedAt user settings weatherPlace secondFactors sessions places devices hubs brokers channels quietHours boards boardsHeardOnce series plants species tasks waterings care photos plantConditions deviceConditions rules advice alerts episodes'.split(
        ' ',
      ),
    )
    expect(body.alerts).toEqual(alerts)
    expect(body.episodes.map(({ episodeId }: { episodeId: string }) => episodeId)).toEqual(
      alerts.map(({ alertId }: { alertId: string }) => alertId),
    )
    expect(new Set(body.waterings.map(({ time }: { time: string }) => time)).size).toBe(2500)
    expect(body.waterings[0]).toEqual({ plantId: body.plants[0].plantId, plantName: 'Basil', time: times[0] })
  })
})

async function* forever(onEnd: () => void): AsyncGenerator<string> {
  try {
    while (true) yield 'x'.repeat(64 * 1024)
  } finally {
    onEnd()
  }
}

/** Requests all readings and reads only the first bytes of the response. */
async function beginDownload(world: Parameters<typeof portOf>[0], token: string): Promise<Socket> {
  const socket = connect(portOf(world), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(`GET ${exportRoutes.readings.path} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${token}\r\n\r\n`)
  const [begin] = await once(socket, 'data')
  expect(String(begin)).toContain('200 OK')
  return socket.pause()
}

async function aPlant(person: Person): Promise<string> {
  const plant = { plantName: 'Basil', plantType: 'Herb' }
  return (await person.call(plantRoutes.create, { body: plant })).body.plantId
}

const numbers = (count: number) =>
  sql`with recursive number(n) as (select 1 union all select n + 1 from number where n < ${sql.lit(count)})`
const START = Date.parse('2026-01-01T00:00:00Z')

/** Inserts alerts, three at each instant, whose order the id decides. */
async function manyAlerts(db: Db, userId: string, count: number): Promise<void> {
  await sql`insert into alert (id, household_id, name, description, at)
    ${numbers(count)} select 'alert-' || n, ${sql.lit(userId)}, 'House', 'Too warm', ${sql.lit(START)} + (n / 3) * 1000 from number`.execute(
    db,
  )
}

async function manyWaterings(db: Db, plantId: string, userId: string, count: number): Promise<void> {
  await sql`insert into care (id, kind, source, created_at, plant_id, household_id, at)
    ${numbers(count)} select 'care-' || n, 'water', 'client', 0, ${sql.lit(plantId)}, ${sql.lit(userId)}, ${sql.lit(START)} + (${sql.lit(count)} / 3 - n + 1) * 1000 from number`.execute(
    db,
  )
}
