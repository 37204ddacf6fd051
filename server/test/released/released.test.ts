import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readingRoutes, signInRoutes } from '@greenhouse/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DATABASE_FILE } from '../../src/platform/disk/data-folder.ts'
import { openSqliteDatabase, type OpenDatabase } from '../../src/platform/db/open.ts'
import { openLog } from '../../src/platform/log.ts'
import { createWorld } from '../world.ts'
import { questionsOf } from './questions.ts'
import { openReleased, readAnswers, releasedFolder, RELEASES } from './released-database.ts'

describe.each(RELEASES)('the database of the release %s', (release) => {
  test.each(openReleased)('gives the same answers to every question as then, on %s', async (_name, open) => {
    const { call, clock, deviceToken, token, askAll } = await signedIn(release, await open(release))
    const answers = await askAll()
    expect(answers).toMatchObject(answersOf(release))
    expect(Object.keys(answers)).toEqual(Object.keys(answersOf(release)))

    clock.now += 60_000
    const reading = { temperature: 18.5, time: new Date(clock.now).toISOString() }
    expect((await call(readingRoutes.send, { body: reading, token: deviceToken })).body).toMatchObject({ stored: 1 })
    const { sensorHistoryWithDeviceRecords } = (await call(readingRoutes.newest, { token })).body
    expect(sensorHistoryWithDeviceRecords[0]).toMatchObject(reading)
  })

  test('gives the same answers when it was stopped while it removed old readings', async () => {
    const file = join(releasedFolder(release), DATABASE_FILE)
    const database = new DatabaseSync(file)
    // They are refused and in no chart since readings_from was stored. Some of their rows are left.
    database.exec(`
      insert into reading (device_key, at, temperature, humidity)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 6000)
        select 1, readings_from - i * 60000, 99, 50 from n, retention`)
    database.close()
    const opened = await openSqliteDatabase(file, openLog('silent'))
    onTestFinished(() => opened.close())
    const { askAll } = await signedIn(release, opened)
    expect(await askAll()).toMatchObject(answersOf(release))
  })
})

/** Starts the current version on a released database, and signs its owner in. */
async function signedIn(release: string, database: OpenDatabase) {
  const { email, password, deviceIds, deviceToken, askedAt } = readAnswers(release)
  const { call, clock } = await createWorld({}, database)
  clock.now = askedAt
  const token = (await call(signInRoutes.login, { body: { email, password } })).body.jwt
  const askAll = async () => {
    const answers: Record<string, unknown> = {}
    for (const { name, route, parts } of questionsOf(deviceIds, askedAt)) {
      const { status, body } = await call(route, { ...parts, token })
      answers[name] = [status, lasting(body)]
    }
    return answers
  }
  return { call, clock, deviceToken, token, askAll }
}

/** What that version returned, each with status 200. */
function answersOf(release: string): Record<string, unknown> {
  const { answers } = readAnswers(release)
  return Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, [200, lasting(answer)]]))
}

/** The part of an answer that does not depend on when it was given and with which session. */
function lasting(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('exportedAt' in answer)) return answer
  return { ...answer, exportedAt: undefined, sessions: undefined }
}
