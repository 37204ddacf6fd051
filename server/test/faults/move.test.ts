import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { DATABASE_FILE } from '../../src/platform/disk/data-folder.ts'
import { releasedFolder, readAnswers, RELEASES } from '../released/released-database.ts'
import { storedReadingsIn } from '../stored-readings.ts'
import { spawnServer, startServer } from './real-server.ts'

const KILLS = 5
const READINGS = 150_000
const START = Date.parse('2025-01-01T00:00:00Z')
const EVERY_MS = 60_000

test(
  'a server killed five times while it moves the readings of an earlier version has moved them all in the end',
  { timeout: 300_000 },
  async () => {
    const [release = ''] = RELEASES
    const dataDir = releasedFolder(release)
    const [, secondId = ''] = readAnswers(release).deviceIds
    addReadings(dataDir)
    for (let kill = 0; kill < KILLS; kill++) {
      const starting = spawnServer(dataDir, { env: { LOG_LEVEL: 'info' } })
      starting.listening.catch(() => {})
      await expect.poll(() => starting.errors(), { timeout: 60_000, interval: 2 }).toContain('readings.move-started')
      await wait(30 + Math.random() * 120)
      await starting.kill()
      expect(phaseIn(dataDir)).not.toBe('done')
    }
    const server = await startServer(dataDir)
    await server.kill()
    expect(phaseIn(dataDir)).toBe('done')
    const moved = (await storedReadingsIn(dataDir, secondId)).filter(({ at }) => at < START + READINGS * EVERY_MS)
    expect(moved).toHaveLength(READINGS)
    expect(
      moved.every(({ at, temperature }, index) => at === START + index * EVERY_MS && temperature === index / 10),
    ).toBe(true)
  },
)

/** Adds readings to the second device, as many as take a while to move. */
function addReadings(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, DATABASE_FILE))
  database.exec(`
    update retention set readings_from = ${START};
    insert into reading (device_key, at, temperature, humidity)
      with recursive n(i) as (select 0 union all select i + 1 from n where i < ${READINGS - 1})
      select 2, ${START} + i * ${EVERY_MS}, i / 10.0, 50 from n;`)
  database.close()
}

function phaseIn(dataDir: string): unknown {
  const database = new DatabaseSync(join(dataDir, DATABASE_FILE), { readOnly: true })
  try {
    return database.prepare('select phase from reading_move').get()?.['phase']
  } finally {
    database.close()
  }
}
