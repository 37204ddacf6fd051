import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { PASSWORD } from '../../../testing/growers.ts'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { knownMigrations } from '../../src/platform/db/migrations.ts'
import { DATABASE_FILE } from '../../src/platform/disk/data-folder.ts'
import { openLog } from '../../src/platform/log.ts'
import { growGarden, signIn } from './garden.ts'
import { questionsOf } from './questions.ts'

/**
 * Makes the fixture of this version: a SQLite file with an account and all it may own, made through the API, and what the
 * API returns about it. Run it once for each release; later versions must open the file and return the same.
 */
await main()

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'greenhouse-release-'))
  const clock = { now: Date.parse('2026-09-01T07:00:00Z') }
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    MQTT_PORT: '0',
    KEEP_READINGS_DAYS: '30',
    BALLAST_MB: '0',
    BACKUP: 'off',
    WEATHER_URL: 'http://127.0.0.1:9',
    GEOCODING_URL: 'http://127.0.0.1:9',
  })
  const app = await createApp(config, { log: openLog('error'), now: () => clock.now })
  await app.http.fastify.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${app.http.port}`
  const owner = await growGarden({ origin, clock, app })
  const { send } = await signIn(origin, owner.email)
  const answers: Record<string, unknown> = {}
  for (const { name, route, parts } of questionsOf(owner.deviceIds, clock.now)) {
    const { status, body } = await send(route, parts)
    if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`)
    answers[name] = body
  }
  await app.close()
  write(dataDir, { ...owner, password: PASSWORD, askedAt: clock.now, answers })
  rmSync(dataDir, { recursive: true, force: true })
}

function write(dataDir: string, content: object): void {
  const folder = join(import.meta.dirname, knownMigrations.at(-1) ?? '')
  mkdirSync(folder, { recursive: true })
  const file = gzipSync(readFileSync(join(dataDir, DATABASE_FILE)), { level: 9 })
  writeFileSync(join(folder, 'greenhouse.db.gz'), file)
  writeFileSync(join(folder, 'answers.json.gz'), gzipSync(JSON.stringify(content), { level: 9 }))
  console.log(`${folder}: ${file.length} bytes`)
}
