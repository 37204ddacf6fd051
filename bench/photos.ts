import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  addressOf,
  exportRoutes,
  photoRoutes,
  plantRoutes,
  userRoutes,
  type Parts,
  type Route,
} from '@greenhouse/contract'
import { insertPhoto } from '../server/src/features/care/photos/photo-store.ts'
import { openSqliteDatabase } from '../server/src/platform/db/open.ts'
import { hashOfPhoto, PHOTO_FOLDER, photoFile } from '../server/src/platform/disk/photo-files.ts'
import { openLog } from '../server/src/platform/log.ts'
import { register, PASSWORD, type Grower } from '../testing/growers.ts'
import { startServer, type RunningServer } from '../testing/running-server.ts'
import { memoryOf, processorSecondsOf } from './processor-time.ts'
import { atMost, percentile, type Bench, type Figure } from './result.ts'

const PHOTOS = 10_000
const PLANTS = 91
/** Of the first plant. The others share the rest. */
const OF_ONE_PLANT = 1000
const LARGE_BYTES = 100_000
const SMALL_BYTES = 12_000
const ASKED = 60
const ROUNDS = 3
const MB = 1024 * 1024
const NOW = Date.now()

export const photosBench: Bench = {
  name: 'photos',
  how: `A household with ${PHOTOS.toLocaleString('en')} photos of ${(LARGE_BYTES + SMALL_BYTES) / 1000} KB, ${OF_ONE_PLANT.toLocaleString('en')} of them of one plant: lists over HTTP, ${ROUNDS} times ${ASKED} times each, the best round; all photos as one archive; and two backups beside the running server, into a folder on the disk of the photos.`,
  async run() {
    const server = await startServer()
    const backups = mkdtempSync(join(tmpdir(), 'greenhouse-backups-'))
    try {
      const grower = await register(server.url)
      const plantId = await fill(server, grower)
      return [
        ...(await lists(server, grower, plantId)),
        ...(await exported(server, grower)),
        ...(await twoNights(server, backups)),
      ]
    } finally {
      rmSync(backups, { recursive: true, force: true })
      await server.close()
    }
  },
}

/** Adds the photos while the server is stopped. Returns the id of the plant that has most. */
async function fill(server: RunningServer, grower: Grower): Promise<string> {
  const { userId } = await grower.call(userRoutes.get)
  const plantIds: string[] = []
  while (plantIds.length < PLANTS) {
    const body = { plantName: `Tomato ${plantIds.length}`, plantType: 'Solanum lycopersicum' }
    plantIds.push((await grower.call(plantRoutes.create, { body })).plantId)
  }
  await server.kill()
  const { db, close } = await openSqliteDatabase(join(server.dataDir, 'greenhouse.db'), openLog('warn'))
  await db.transaction().execute(async (tx) => {
    for (let index = 0; index < PHOTOS; index++) {
      const plantId = plantIds[index < OF_ONE_PLANT ? 0 : 1 + (index % (PLANTS - 1))]!
      const { sha256, bytes } = storeFiles(join(server.dataDir, PHOTO_FOLDER))
      const owner = { household_id: userId, plant_id: plantId, care_id: null, added_by: userId }
      const facts = { taken_at: NOW - index * 60_000, width: 2048, height: 1536, bytes, sha256, created_at: NOW }
      await insertPhoto(tx, { id: crypto.randomUUID(), ...owner, ...facts })
    }
  })
  await close()
  await server.start()
  return plantIds[0]!
}

/** Stores files of a photo that no other has. The server decodes no stored photo, so that noise will do. */
function storeFiles(folder: string): { sha256: string; bytes: number } {
  const photo = { large: randomBytes(LARGE_BYTES), small: randomBytes(SMALL_BYTES) }
  const sha256 = hashOfPhoto(photo)
  for (const size of ['large', 'small'] as const) {
    const file = photoFile(folder, sha256, size)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, photo[size], { mode: 0o600 })
  }
  return { sha256, bytes: LARGE_BYTES + SMALL_BYTES }
}

async function lists(server: RunningServer, grower: Grower, plantId: string): Promise<Figure[]> {
  const ofPlant = `the ${OF_ONE_PLANT.toLocaleString('en')} photos of a plant`
  return [
    ...(await list(server, grower, {
      what: ofPlant,
      route: photoRoutes.list,
      parts: { params: { plantId } },
      rows: OF_ONE_PLANT,
    })),
    ...(await list(server, grower, {
      what: `the covers of ${PLANTS} plants`,
      route: photoRoutes.covers,
      parts: {},
      rows: PLANTS,
    })),
  ]
}

interface List {
  readonly what: string
  readonly route: Route
  readonly parts: Parts
  readonly rows: number
}

async function list({ pid }: RunningServer, grower: Grower, { what, route, parts, rows }: List): Promise<Figure[]> {
  const [processor, times]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    const before = processorSecondsOf(pid)
    for (let asked = 0; asked < ASKED; asked++) {
      const started = performance.now()
      const { status, body } = await grower.send(route, parts)
      times.push(performance.now() - started)
      const found = Array.isArray(body) ? body.length : undefined
      if (status !== 200 || found !== rows)
        throw new Error(`The list of ${what} came with ${status} and ${found} rows.`)
    }
    processor.push(((processorSecondsOf(pid) - before) * 1000) / ASKED)
  }
  return [
    atMost(`${what}, processor time`, Math.min(...processor), 30, 'ms'),
    atMost(`${what}, median`, percentile(times, 0.5), 30, 'ms'),
  ]
}

/** Downloads all photos as an archive. */
async function exported({ pid, url }: RunningServer, { call }: Grower): Promise<Figure[]> {
  const { ticket } = await call(exportRoutes.createTicket, { body: { password: PASSWORD } })
  const started = performance.now()
  let received = 0
  const grown = await memoryGrownBy(pid, async () => {
    const reply = await fetch(`${url}${addressOf(exportRoutes.photos, { query: { ticket } })}`)
    for await (const chunk of reply.body ?? []) received += chunk.length
  })
  if (received < PHOTOS * LARGE_BYTES) throw new Error(`The archive has only ${received} bytes.`)
  return [
    atMost('all photos as one archive', (performance.now() - started) / 1000, 60, 's'),
    atMost(`memory that the server takes for its ${(received / 1e9).toFixed(1)} GB`, grown / MB, 128, 'MB'),
  ]
}

async function twoNights(server: RunningServer, folder: string): Promise<Figure[]> {
  const first = await backUp(server, folder)
  const files = inodesIn(join(folder, PHOTO_FOLDER))
  if (files.size !== 2 * PHOTOS) throw new Error(`The backup has ${files.size} files of photos.`)
  const second = await backUp(server, folder)
  const again = inodesIn(join(folder, PHOTO_FOLDER))
  const copied = [...again].filter(([name, inode]) => files.get(name) !== inode).length
  return [
    atMost('the first backup', first.seconds, 120, 's'),
    atMost('the backup of the second night', second.seconds, 20, 's'),
    atMost('photos that it copies', copied, 0, 'files'),
    atMost('memory of a backup', Math.max(first.memory, second.memory) / MB, 256, 'MB'),
  ]
}

/** Runs the command that makes a backup. Returns how long it took, and the most memory that it had. */
async function backUp({ dataDir }: RunningServer, folder: string): Promise<{ seconds: number; memory: number }> {
  const command = join(import.meta.dirname, '../server/src/admin/admin.ts')
  const started = performance.now()
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir }
  const child = spawn(process.execPath, [command, 'backup', folder], { stdio: ['ignore', 'ignore', 'inherit'], env })
  const closed = once(child, 'close') as Promise<[number | null]>
  let code: number | null = null
  const memory = await memoryGrownBy(child.pid ?? 0, async () => void ([code] = await closed), 0)
  if (code !== 0) throw new Error(`The backup ended with ${code}.`)
  return { seconds: (performance.now() - started) / 1000, memory }
}

function inodesIn(folder: string): Map<string, number> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(entries.map(({ name, parentPath }) => [name, statSync(join(parentPath, name)).ino]))
}

/** Returns the most memory that a process has during some work, less what it had before, or less `before`. */
async function memoryGrownBy(pid: number, work: () => Promise<void>, before = memoryOf(pid)): Promise<number> {
  let most = before
  // A process that is ending has none.
  const watch = setInterval(() => (most = Math.max(most, memoryOf(pid) || 0)), 20)
  try {
    await work()
  } finally {
    clearInterval(watch)
  }
  return most - before
}
