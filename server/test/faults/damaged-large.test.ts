import { openSync, readFileSync, readSync, closeSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { randomUUID } from 'node:crypto'
import { addressOf, authRoutes, readingRoutes } from '@greenhouse/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PATIENT } from '../../../testing/test-run.ts'
import { createApp, type App } from '../../src/app.ts'
import { openLog } from '../../src/platform/log.ts'
import { connectWire, publishPacket } from '../boards.ts'
import { storeMany } from '../stored-readings.ts'
import { callsOf, createWorld, testConfig, type World } from '../world.ts'

const PAGE = 4096
/** Few enough to be stored in seconds, with chunks of many pages. */
const READINGS = 100_000
const CHECKED_AT_START_BYTES = 64 * 1024 * 1024
const NOTES_BYTES = 1024 * 1024
const START = Date.parse('2026-01-01T00:00:00Z')
const RANGE = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' }

test('finds damage in a large file in the background, logs it with its path, and stops acknowledgements', async () => {
  const { dataDir, ann, device, clock } = await aLargeDatabase()
  const file = join(dataDir, 'greenhouse.db')
  flipPages(file, pagesOfChunks(file))
  const { app, logged, call, request } = await start(dataDir, clock)
  await app.listen()
  expect((await request('GET', '/readyz')).status).toBe(200)
  expect((await post(call, device)).status).toBe(200)

  await expect(walk(app)).rejects.toThrow(/malformed/)
  expect(logged().filter(({ event }) => event === 'database.damaged')).toEqual([
    expect.objectContaining({ level: 60, file: join(dataDir, 'greenhouse.db') }),
  ])
  expect(await request('GET', '/readyz')).toMatchObject({ status: 503, body: { faults: ['damaged'] } })
  expect(await post(call, device)).toMatchObject({
    status: 503,
    body: { type: expect.stringContaining('store.damaged') },
  })
  const board = { deviceId: device.deviceId, deviceToken: device.deviceToken }
  const wire = await connectWire(app.devicePort(), board, 5)
  wire.send(publishPacket(board, { temperature: 20, time: new Date(START).toISOString() }))
  expect(await wire.ended).toBe(0x89)
  expect(wire.arrived.filter(({ cmd }) => cmd === 'puback')).toEqual([])
  // Undamaged pages can still be read.
  expect((await call(authRoutes.secured, { token: ann.token })).status).toBe(200)
})

test('a download that meets a damaged page is aborted, and logged', async () => {
  const { dataDir, ann, device, clock } = await aLargeDatabase()
  const file = join(dataDir, 'greenhouse.db')
  flipPages(file, pagesOfChunks(file))
  const { app, logged, request } = await start(dataDir, clock)
  await app.listen()
  const { port } = app.http.fastify.server.address() as { port: number }
  const query = { deviceId: device.deviceId, ...RANGE }
  const url = `http://127.0.0.1:${port}${addressOf(readingRoutes.history, { query })}`
  const answer = await fetch(url, { headers: { authorization: ann.token } })
  expect(answer.status).toBe(200)
  await expect(answer.text()).rejects.toThrow('terminated')
  await vi.waitFor(
    () =>
      expect(logged().map(({ event }) => event)).toEqual(
        expect.arrayContaining(['database.damaged', 'download.failed']),
      ),
    PATIENT,
  )
  expect((await request('GET', '/readyz')).status).toBe(503)
})

test('the check continues after a restart where it was, and starts again when it is finished', async () => {
  const world = await createWorld()
  const device = await world.aDevice(await world.as('ann'))
  const readings = Array.from({ length: 1000 }, (_, index) => ({
    temperature: 20,
    time: new Date(START + index * 1000).toISOString(),
  }))
  expect((await world.call(readingRoutes.send, { body: readings, token: device.deviceToken })).status).toBe(200)
  const { dataDir } = world.app.context.config
  const progress = () => JSON.parse(readFileSync(join(dataDir, 'greenhouse.db-checked'), 'utf8'))
  for (let step = 0; step < 15; step++) expect(await world.app.fileCheck?.step()).toBe(true)
  await world.app.close()
  const { place } = progress()
  expect(place.table > 'alert').toBe(true)

  const { app } = await start(dataDir, world.clock)
  await walk(app)
  await app.close()
  expect(progress()).toEqual({ finishedAt: expect.any(Number) })
})

async function walk({ fileCheck }: App): Promise<void> {
  while (await fileCheck?.step());
}

/** Returns the folder of a stopped server with a file larger than is checked at the start. */
async function aLargeDatabase() {
  const { app, as, aDevice, clock } = await createWorld()
  const ann = await as('ann')
  const device = await aDevice(ann)
  const { config, timeSeries } = app.context
  // Values that can't be compressed.
  const valuesOf = (index: number) => [1, 2, 3, 4].map((part) => Math.sin(index * part) * 100)
  await storeMany(app, 1, { count: READINGS, from: START, everyMs: 1000, valuesOf })
  await timeSeries.compact()
  await makeLarge(app)
  await app.close()
  expect(statSync(join(config.dataDir, 'greenhouse.db')).size).toBeGreaterThan(CHECKED_AT_START_BYTES)
  return { dataDir: config.dataDir, ann, device, clock }
}

/** Makes the file larger than is checked at the start, with rows that are written faster than readings. */
async function makeLarge({ context: { db, newId } }: App): Promise<void> {
  const { id: userId } = await db.selectFrom('user').select('id').executeTakeFirstOrThrow()
  const plant = { household_id: userId, name: 'Fern', type: 'Fern', notes: 'x'.repeat(NOTES_BYTES) }
  const times = { created_at: START, planted_at: null, last_watered_at: null }
  for (let bytes = 0; bytes <= CHECKED_AT_START_BYTES; bytes += NOTES_BYTES) {
    const id = newId()
    await db
      .insertInto('plant')
      .values({ ...plant, ...times, id, code: id, species: '', is_dead: 0 })
      .execute()
  }
}

/** Returns the numbers, from 0, of three pages that hold values of readings. */
function pagesOfChunks(name: string): number[] {
  const file = new DatabaseSync(name, { readOnly: true })
  const pages = file.prepare(`select pageno from dbstat where name = 'chunk_data' and pagetype = 'overflow'`).all()
  file.close()
  return [0.4, 0.5, 0.6].map((part) => Number(pages[Math.floor(pages.length * part)]!['pageno']) - 1)
}

function flipPages(name: string, numbers: readonly number[]): void {
  const file = openSync(name, 'r+')
  const page = Buffer.alloc(PAGE)
  for (const number of numbers) {
    const at = number * PAGE
    readSync(file, page, 0, PAGE, at)
    writeSync(
      file,
      page.map((byte) => byte ^ 0xff),
      0,
      PAGE,
      at,
    )
  }
  closeSync(file)
}

/** Starts a server on the folder, at the time of its sessions. Returns it with its log. */
async function start(dataDir: string, clock: World['clock']) {
  const lines: string[] = []
  const log = openLog('info', { write: (line: string) => void lines.push(line) })
  const app = await createApp(testConfig({ dataDir }), { log, newId: randomUUID, now: () => clock.now })
  onTestFinished(() => app.close())
  return {
    app,
    ...callsOf(app),
    logged: () => lines.map((line) => JSON.parse(line) as { event: string; level: number }),
  }
}

async function post(call: World['call'], { deviceToken }: { deviceToken: string }) {
  const reading = { temperature: 20, time: new Date(START).toISOString() }
  return call(readingRoutes.send, { body: reading, token: deviceToken })
}
