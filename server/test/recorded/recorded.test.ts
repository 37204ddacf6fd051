import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readingRoutes } from '@greenhouse/contract'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { findPostgres, startPostgres, type PostgresServer } from '../../../testing/postgres-server.ts'
import type { OpenDatabase } from '../../src/platform/db/open.ts'
import { DATABASE_FILE } from '../../src/platform/disk/data-folder.ts'
import { createWorld } from '../world.ts'
import { inOrder, withOpenStates } from './open-states.ts'
import { questionsOf } from './questions.ts'
import { openRecordedPostgres, openRecordedSqlite, tablesOf } from './recorded-database.ts'
import { readAnswers, readStatements, RECORDED, recordedFolder, SECRET } from './recorded-files.ts'
import { signIn } from './sign-in.ts'
import { statementsOf } from './statements.ts'

const READING = { temperature: 18.5, humidity: 40 }
let server: Promise<PostgresServer> | undefined
afterAll(async () => (await server)?.close())

describe.each(RECORDED)('the recorded database %s', (version) => {
  test('a recorded database gives the same answers on SQLite as when it was recorded', async () => {
    const { askAll, store } = await signedIn(version, await openRecordedSqlite(version))
    expect(await askAll()).toMatchObject(answersOf(version))
    expect(await store(READING)).toMatchObject([{ stored: 1 }, READING])
  })

  test.skipIf(!findPostgres())(
    'a recorded database gives the same answers on PostgreSQL as when it was recorded',
    async () => {
      server ??= startPostgres()
      const { askAll, store } = await signedIn(version, await openRecordedPostgres(version, await server))
      expect(await askAll()).toMatchObject(answersOf(version))
      expect(await store(READING)).toMatchObject([{ stored: 1 }, READING])
    },
  )

  test('the recorded database has a row in every table', () => {
    const file = new DatabaseSync(join(recordedFolder(version), DATABASE_FILE), { readOnly: true })
    onTestFinished(() => file.close())
    const isEmpty = (table: string) => file.prepare(`select 1 from "${table}" limit 1`).get() === undefined
    expect(tablesOf(file).filter(isEmpty)).toEqual([])
  })

  test('the recorded database has the checksums of the migrations of today', async () => {
    const recorded = readStatements(version)
    expect(Object.keys(recorded).at(-1)).toBe(version)
    expect(await statementsOf(Object.keys(recorded))).toEqual(recorded)
  })
})

test('a recorded account has an unconfirmed address', async () => {
  const { askAll } = await signedIn('0001-baseline', await openRecordedSqlite('0001-baseline'))
  expect((await askAll())['user']).toMatchObject([200, { emailConfirmed: false }])
})

/** Starts this version on a recorded database, and signs its owner in. */
async function signedIn(version: string, database: OpenDatabase) {
  const { email, totpSecret, deviceToken, askedAt, ...recorded } = readAnswers(version)
  const { call, clock } = await createWorld({ secret: SECRET, keepReadingsDays: 30 }, database)
  clock.now = askedAt
  const token = await signIn(call, email, totpSecret, clock.now)
  return {
    async askAll() {
      const answers: Record<string, unknown> = {}
      for (const { name, route, parts } of questionsOf(recorded, askedAt)) {
        const { status, body } = await call(route, { ...parts, token })
        answers[name] = [status, inOrder(name, lasting(body))]
      }
      return answers
    },
    /** Stores a reading of the first device, and returns the reply and the newest reading. */
    async store(reading: object): Promise<unknown[]> {
      clock.now += 60_000
      const sent = await call(readingRoutes.send, { body: reading, token: deviceToken })
      const { sensorHistoryWithDeviceRecords } = (await call(readingRoutes.newest, { token })).body
      return [sent.body, sensorHistoryWithDeviceRecords[0]]
    },
  }
}

/** Returns what the recorded version answered, each with status 200. */
function answersOf(version: string): Record<string, unknown> {
  const { answers } = readAnswers(version)
  return Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [name, [200, withOpenStates(name, lasting(answer), answers)]]),
  )
}

/**
 * Returns the part of a reply that depends on neither time nor session. A sensor's value before calibration is known only until
 * the next start.
 */
function lasting(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(lasting)
  if (typeof answer !== 'object' || answer === null) return answer
  const { exportedAt: _at, sessions: _sessions, raw: _raw, ...rest } = answer as Record<string, unknown>
  return rest
}
