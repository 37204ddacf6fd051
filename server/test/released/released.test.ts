import { readingRoutes, signInRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { createWorld } from '../world.ts'
import { questionsOf } from './questions.ts'
import { openReleased, readAnswers, RELEASES } from './released-database.ts'

describe.each(RELEASES)('the database of the release %s', (release) => {
  test.each(openReleased)('gives the same answers to every question as then, on %s', async (_name, open) => {
    const { email, password, deviceIds, deviceToken, askedAt, answers } = readAnswers(release)
    const { call, clock } = await createWorld({}, await open(release))
    clock.now = askedAt
    const token = (await call(signInRoutes.login, { body: { email, password } })).body.jwt
    const questions = questionsOf(deviceIds, askedAt)
    expect(Object.keys(answers)).toEqual(questions.map(({ name }) => name))
    for (const { name, route, parts } of questions) {
      const { status, body } = await call(route, { ...parts, token })
      expect([name, status]).toEqual([name, 200])
      expect({ [name]: lasting(body) }).toMatchObject({ [name]: lasting(answers[name]) })
    }

    clock.now += 60_000
    const reading = { temperature: 18.5, time: new Date(clock.now).toISOString() }
    expect((await call(readingRoutes.send, { body: reading, token: deviceToken })).body).toMatchObject({ stored: 1 })
    const { sensorHistoryWithDeviceRecords } = (await call(readingRoutes.newest, { token })).body
    expect(sensorHistoryWithDeviceRecords[0]).toMatchObject(reading)
  })
})

/** The part of an answer that does not depend on when it was given and with which session. */
function lasting(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('exportedAt' in answer)) return answer
  return { ...answer, exportedAt: undefined, sessions: undefined }
}
