import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readingRoutes } from '@greenhouse/contract'
import { emptyFolder } from './data-folder.ts'
import type { DeviceCredentials } from '../../testing/growers.ts'
import { trySendReadings } from '../../testing/boards.ts'
import { readArchive, type Manifest } from '../src/platform/backup/archive.ts'
import { listBackups } from '../src/platform/backup/rotation.ts'
import type { RealServer } from './faults/real-server.ts'
import { createWorld } from './world.ts'

const START = Date.parse('2026-01-01T00:00:00Z')
export const PER_REQUEST = 200

export const timeOf = (index: number) => new Date(START + index * 1000).toISOString()

export function aFolder(name: string): string {
  return join(emptyFolder(), name)
}

/** Starts `npm run backup` or `npm run restore` as npm does. */
export function command(
  name: 'backup' | 'restore',
  args: readonly string[],
  dataDir: string,
  environment: NodeJS.ProcessEnv = {},
): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, '../src/admin/admin.ts'), name, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...environment },
  })
}

/** Runs a command to its end. Returns its exit code, standard output and standard error. */
export async function run(...parameters: Parameters<typeof command>) {
  const child = command(...parameters)
  let [said, errors] = ['', '']
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said, errors }
}

export function backupsIn(folder: string): string[] {
  return existsSync(folder) ? listBackups(folder).map(({ file }) => file) : []
}

export function manifestOf(file: string): Promise<Manifest> {
  return readArchive(file, emptyFolder(), () => Promise.resolve())
}

/** Fills a folder with an account, a device and some thousand readings, by a server that is stopped afterwards. */
export async function furnish(dataDir: string): Promise<void> {
  const { app, as, aDevice, call } = await createWorld({ dataDir })
  const device = await aDevice(await as('ann'))
  for (let part = 0; part < 20; part++) {
    const readings = Array.from({ length: PER_REQUEST }, (_, index) => aReading(part * PER_REQUEST + index))
    await call(readingRoutes.send, { body: readings, token: device.deviceToken })
  }
  await app.close()
}

/** Sends readings of consecutive seconds, one request at a time, until it is stopped. */
export function ingestWithoutPause(server: RealServer, device: DeviceCredentials) {
  const load = { acknowledged: 0, stopped: false, stop }
  const running = (async () => {
    while (!load.stopped) {
      const readings = Array.from({ length: PER_REQUEST }, (_, index) => aReading(load.acknowledged + index))
      const { status } = await trySendReadings(server.url, device, readings)
      if (status !== 200) throw new Error(`Readings were answered with ${status}`)
      load.acknowledged += PER_REQUEST
    }
  })()
  running.catch(() => {})
  async function stop(): Promise<void> {
    load.stopped = true
    await running
  }
  return load
}

function aReading(index: number) {
  return { temperature: (index % 400) / 10, humidity: 50, time: timeOf(index) }
}

/** Returns the row count of each table in a folder's database. */
export function countsIn(dataDir: string): Record<string, number> {
  const database = new DatabaseSync(join(dataDir, 'greenhouse.db'))
  const tables = database
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .all() as Array<{ name: string }>
  const counts = tables.map(({ name }) => {
    const { n } = database.prepare(`select count(*) as n from "${name}"`).get() as { n: number }
    return [name, n] as const
  })
  database.close()
  return Object.fromEntries(counts)
}

/** Returns the SHA-256 of every file of a folder, by name. */
export function fingerprints(folder: string): Record<string, string> {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    files.map(({ name }) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  )
}
