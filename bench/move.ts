import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { spawnServer } from '../testing/server-process.ts'
import { atLeast, atMost, type Bench } from './result.ts'

const READINGS = Number(process.env['MOVE_READINGS'] ?? 10_000_000)
const DEVICES = 100
const EVERY_MS = 60_000
const START = Date.parse('2025-01-01T00:00:00Z')
/** The database of the last version that kept a row for each reading. */
const RELEASED = join(import.meta.dirname, '../server/test/released/0013-download-tickets/greenhouse.db.gz')

export const moveBench: Bench = {
  name: 'move',
  how: `A server starts on the database of the last version that kept readings as rows, to which ${(READINGS / 1e6).toLocaleString('en')} million readings of ${DEVICES} devices were added. Taken is the time until it listens: the snapshot of the file, the move of all readings, the comparison of their counts and sums, and the removal of the rows.`,
  onRequest: true,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'greenhouse-move-'))
    try {
      const rows = fill(join(folder, 'greenhouse.db'))
      const started = performance.now()
      const server = spawnServer({ dataDir: folder, env: { LOG_LEVEL: 'info' } })
      try {
        await server.listening
        const seconds = (performance.now() - started) / 1000
        return [
          atLeast('readings that were moved', movedIn(server.errors()), rows, 'readings'),
          atMost('from the start to listening', seconds, 180, 's'),
        ]
      } finally {
        await server.stop()
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Writes a released database with many readings, a minute apart. Returns how many readings it has. */
function fill(file: string): number {
  writeFileSync(file, gunzipSync(readFileSync(RELEASED)))
  const database = new DatabaseSync(file)
  database.exec(`
    pragma synchronous = off;
    delete from retention;
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${DEVICES})
      insert into device (key, id, user_id, name, description, created_at, wait_seconds, token_hash)
      select 1000 + i, 'bench-' || i, user_id, 'Board ' || i, '', ${START}, 60, 'bench-' || i
      from n join device on device.key = 1;
    with recursive
      k(device) as (select 1 union all select device + 1 from k where device < ${DEVICES}),
      n(i) as (select 0 union all select i + 1 from n where i < ${READINGS / DEVICES - 1})
      insert into reading (device_key, at, temperature, humidity, air_pressure, air_quality)
      select 1000 + device, ${START} + i * ${EVERY_MS},
        (200 + abs(i % 1440 - 720) / 10 + (i * 7919 + device) % 3) / 10.0,
        (800 - abs(i % 1440 - 720) / 4 + (i * 104729 + device) % 5) / 10.0,
        (10130 + abs(i % 5040 - 2520) / 50) / 10.0,
        400 + abs(i % 1440 - 720) / 10 + (i * 1299709 + device) % 9
      from k cross join n;`)
  const count = Number(database.prepare('select count(*) as count from reading').get()?.['count'])
  database.close()
  return count
}

/** Returns the number of readings that the log says were moved. */
function movedIn(log: string): number {
  const entry = log.split('\n').find((line) => line.includes('"readings.moved"')) ?? '{}'
  return (JSON.parse(entry) as { readings?: number }).readings ?? 0
}
