import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { usedBytes } from './used-bytes.ts'

// Measures one store in a process: `node store-worker.ts <root> <rows|engine> <devices> <readings>`, where root is a checkout
// of a version that has this store. Prints the figures as JSON.
const [root = '', kind = '', devicesText = '', readingsText = ''] = process.argv.slice(2)
const DEVICES = Number(devicesText)
const READINGS = Number(readingsText)
const GROUP = 500
const EVERY_MS = 10_000
const START = Date.UTC(2026, 0, 1)
/** Readings stored before the measurement: about a chunk for each device. */
const ROWS_BEFORE = 1_000_000

/** A group of readings of four values: of each device in turn, with the time of its last one and 10 s, give or take 50 ms. */
interface Group {
  readonly deviceKeys: number[]
  readonly at: number[]
  readonly values: number[][]
}

interface Store {
  append(group: Group): Promise<void>
  /** Finishes pending work before the file is measured. */
  finish(): Promise<void>
  close(): Promise<void>
}

/** The used exports of both versions. */
interface Database {
  executeQuery(query: { sql: string; parameters: []; query: { kind: 'RawNode' } }): Promise<unknown>
  transaction(): { execute(work: (tx: unknown) => Promise<unknown>): Promise<unknown> }
}
interface OpenModule {
  openSqliteDatabase(file: string, log: unknown): Promise<{ readonly db: Database; close(): Promise<void> }>
}
interface LogModule {
  openLog(level: 'silent'): unknown
}
interface EngineModule {
  openTimeSeries(options: {
    db: Database
    log: unknown
    now: () => number
    onError: (error: unknown) => void
  }): Promise<{ append(entries: object[]): Promise<unknown>; compact(): Promise<void>; close(): Promise<void> }>
}
interface EngineLogModule {
  openDatabaseLog(db: Database): unknown
}
interface RowsModule {
  appendReadings(tx: unknown, readings: object[]): Promise<unknown>
}

const load = <Module>(path: string): Promise<Module> => import(pathToFileURL(join(root, path)).href)
const { openSqliteDatabase } = await load<OpenModule>('server/src/platform/db/open.ts')
const { openLog } = await load<LogModule>('server/src/platform/log.ts')

const folder = mkdtempSync(join(tmpdir(), 'greenhouse-store-'))
try {
  const file = join(folder, 'greenhouse.db')
  const { db, close } = await openSqliteDatabase(file, openLog('silent'))
  const store: Store = kind === 'rows' ? await openRows(db) : await openEngine(db)
  const figures = await measure(store)
  await store.finish()
  await db.executeQuery({ sql: 'pragma wal_checkpoint(truncate)', parameters: [], query: { kind: 'RawNode' } })
  console.log(JSON.stringify({ ...figures, diskBytes: usedBytes(file) }))
  await store.close()
  await close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(store: Store) {
  const waits: number[] = []
  const turns = watchTurns()
  const wroteBefore = bytesWritten()
  let busyMs = 0
  let sent = 0
  for (; sent < READINGS; sent += GROUP) {
    const group = groupFrom(sent)
    const started = performance.now()
    await store.append(group)
    const took = performance.now() - started
    waits.push(took)
    busyMs += took
    await new Promise((resolve) => setImmediate(resolve))
  }
  const cpu = turns()
  const written = bytesWritten() - wroteBefore
  waits.sort((one, other) => one - other)
  return {
    readings: sent,
    rate: sent / (busyMs / 1000),
    writtenBytes: written,
    p99Ms: waits[Math.floor(waits.length * 0.99)],
    maxMs: waits.at(-1),
    ...cpu,
  }
}

function groupFrom(first: number): Group {
  const group: Group = { deviceKeys: [], at: [], values: [] }
  for (let index = first; index < first + GROUP; index++) {
    const device = index % DEVICES
    const round = Math.floor(index / DEVICES)
    const noise = Math.imul(index ^ 0x9e3779b9, 0x85ebca6b) >>> 16
    const wave = Math.sin(round / 1375 + device)
    group.deviceKeys.push(device + 1)
    group.at.push(START + round * EVERY_MS + (noise % 100) - 50)
    group.values.push([
      Math.round(220 + 60 * wave + (noise % 3)) / 10,
      Math.round(600 - 120 * wave + (noise % 7)) / 10,
      Math.round(10_130 + 10 * wave + (noise % 2)) / 10,
      Math.round(420 + 30 * wave + (noise % 5)),
    ])
  }
  return group
}

async function openEngine(db: Database): Promise<Store> {
  const { openTimeSeries } = await load<EngineModule>('timeseries/src/engine/timeseries.ts')
  const { openDatabaseLog } = await load<EngineLogModule>('timeseries/src/stores/database-log-store.ts')
  const fail = (error: unknown) => {
    throw error
  }
  const series = await openTimeSeries({ db, log: openDatabaseLog(db), now: () => 0, onError: fail })
  const slots = [0, 3, 5, 7]
  return {
    append: async ({ deviceKeys, at, values }) => {
      await series.append(
        deviceKeys.map((deviceKey, index) => ({ deviceKey, at: at[index], slots, values: values[index] })),
      )
    },
    finish: () => series.compact(),
    close: () => series.close(),
  }
}

async function openRows(db: Database): Promise<Store> {
  const { appendReadings } = await load<RowsModule>('server/src/features/readings/append-readings-store.ts')
  const run = (text: string) => db.executeQuery({ sql: text, parameters: [], query: { kind: 'RawNode' } })
  await run(`insert into user (id, first_name, last_name, email, email_key, role, password_hash, created_at)
    values ('a', 'A', 'B', 'a@example.org', 'a@example.org', 'user', '', 1)`)
  await run(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${DEVICES})
    insert into device (key, id, user_id, name, description, created_at, wait_seconds, token_hash)
    select i, i, 'a', 'Board', '', 1, 10, i from n`)
  await run(`with recursive n(i) as (select 0 union all select i + 1 from n where i < ${ROWS_BEFORE - 1})
    insert into reading (device_key, at, temperature, humidity, air_pressure, air_quality)
    select i % ${DEVICES} + 1, ${START} - (i / ${DEVICES} + 1) * ${EVERY_MS}, 21.5, 55.5, 1013.2, 412 from n`)
  return {
    append: async ({ deviceKeys, at, values }) => {
      await db.transaction().execute((tx) =>
        appendReadings(
          tx,
          deviceKeys.map((deviceKey, index) => {
            const [temperature, humidity, airPressure, airQuality] = values[index]!
            return { deviceKey, at: at[index], withoutClock: false, temperature, humidity, airPressure, airQuality }
          }),
        ),
      )
    },
    finish: async () => {},
    close: async () => {},
  }
}

/** Measures the processor time of every turn of the event loop. */
function watchTurns(): () => { turns: number; longTurns: number; longestMs: number } {
  let last = process.threadCpuUsage()
  let [turns, longTurns, longestMs, isOver] = [0, 0, 0, false]
  const look = () => {
    const now = process.threadCpuUsage()
    const took = (now.user + now.system - last.user - last.system) / 1000
    last = now
    turns++
    if (took > 10) longTurns++
    longestMs = Math.max(longestMs, took)
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  return () => {
    isOver = true
    return { turns, longTurns, longestMs }
  }
}

/** Returns the bytes written to disk by this process. */
function bytesWritten(): number {
  const line = /^write_bytes: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))
  return Number(line?.[1] ?? Number.NaN)
}
