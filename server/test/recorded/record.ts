import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createClient } from '@greenhouse/contract'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { knownMigrations } from '../../src/platform/db/migrations.ts'
import { DATABASE_FILE } from '../../src/platform/disk/data-folder.ts'
import { openLog } from '../../src/platform/log.ts'
import { growGarden } from './garden.ts'
import { addPassingRows } from './passing-rows.ts'
import { questionsOf } from './questions.ts'
import { SECRET } from './recorded-files.ts'
import { signIn } from './sign-in.ts'
import { statementsOf } from './statements.ts'

/**
 * Records this version: a SQLite file with an account and all it may own, made through the API, what the API returns about
 * it, and the statements of the migrations. Run it once for each release; later versions must open the file and return the
 * same.
 */
await main()

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'greenhouse-record-'))
  // It ends 40 minutes before the clock with which a world of the tests starts.
  const clock = { now: Date.parse('2026-09-06T09:00:00Z') }
  const config = readConfig({
    DATA_DIR: dataDir,
    SECRET,
    PORT: '0',
    MQTT_PORT: '0',
    KEEP_READINGS_DAYS: '30',
    BALLAST_MB: '0',
    BACKUP: 'off',
    // Nobody takes mails, so they stay in the queue.
    SMTP_URL: 'smtp://127.0.0.1:9',
    WEATHER_URL: 'http://127.0.0.1:9',
    GEOCODING_URL: 'http://127.0.0.1:9',
  })
  const app = await createApp(config, { log: openLog('error'), now: () => clock.now })
  await app.http.fastify.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://localhost:${app.http.port}`
  const owner = await growGarden({ origin, clock, app })
  clock.now += 60_000
  const token = await signIn(createClient({ origin }).send, owner.email, owner.totpSecret, clock.now)
  const { send } = createClient({ origin, token })
  const answers: Record<string, unknown> = {}
  clock.now += 60_000
  await fetch(`${origin}/readyz`)
  for (const { name, route, parts } of questionsOf(owner, clock.now)) {
    const { status, body } = await send(route, parts)
    if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`)
    answers[name] = body
  }
  await app.close()
  addPassingRows(join(dataDir, DATABASE_FILE), clock.now)
  await write(dataDir, { ...owner, askedAt: clock.now, answers })
  rmSync(dataDir, { recursive: true, force: true })
}

async function write(dataDir: string, content: object): Promise<void> {
  const folder = join(import.meta.dirname, knownMigrations.at(-1) ?? '')
  mkdirSync(folder, { recursive: true })
  const file = gzipSync(readFileSync(join(dataDir, DATABASE_FILE)), { level: 9 })
  writeFileSync(join(folder, 'greenhouse.db.gz'), file)
  writeFileSync(join(folder, 'answers.json.gz'), gzipSync(JSON.stringify(content), { level: 9 }))
  writeFileSync(join(folder, 'statements.json'), `${JSON.stringify(await statementsOf(knownMigrations), null, 2)}\n`)
  console.log(`${folder}: ${file.length} bytes`)
}
