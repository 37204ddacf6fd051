import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { boardIntakeRoutes, readingRoutes, userRoutes } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { forAllTests } from '../../testing/at-end.ts'
import { createWorld, portOf } from './world.ts'

const run = promisify(execFile)
const FORM = 'application/x-www-form-urlencoded'
const CHALLENGE = 'Basic realm="Greenhouse", Bearer'
const READINGS = readingRoutes.send.path

let minute = 0
/** Returns the body of a reading that was not sent before. */
const aReading = () => JSON.stringify({ temperature: 21.5, time: new Date(1_700_000_000_000 + minute++ * 60_000) })

const server = forAllTests(async () => {
  const world = await createWorld()
  await world.app.listen()
  const { deviceToken } = await world.aDevice(await world.as('ann'))
  return { origin: `http://127.0.0.1:${portOf(world)}`, token: deviceToken }
})

async function post(path: string, body: string, headers: Record<string, string>) {
  // As bytes, since fetch would set a content type for text.
  const answer = await fetch(server().origin + path, { method: 'POST', body: Buffer.from(body), headers })
  const reply = (await answer.json()) as { title?: string; detail?: string }
  return { status: answer.status, challenge: answer.headers.get('www-authenticate'), body: reply }
}

async function has(program: string): Promise<boolean> {
  return run(program, ['--version']).then(
    () => true,
    () => false,
  )
}

describe('a reading in JSON', () => {
  test.each([undefined, FORM, 'text/plain', 'text/json', 'application/octet-stream'])(
    'reads JSON sent with the content type %s',
    async (type) => {
      const headers = { authorization: server().token, ...(type === undefined ? {} : { 'content-type': type }) }
      expect(await post(READINGS, aReading(), headers)).toMatchObject({ status: 200, body: { stored: 1 } })
      expect(await post(READINGS, ` [${aReading()}]`, headers)).toMatchObject({ status: 200, body: { stored: 1 } })
      expect((await post(boardIntakeRoutes.json.path, aReading(), headers)).status).toBe(200)
    },
  )

  test.each([
    ['temperature=21.5', FORM],
    ['21.5', 'text/plain'],
    ['temperature: 21.5', 'application/json'],
    ['{"temperature": 21.5', 'application/json'],
  ])('names the header and the expected shape when %s is sent as %s', async (body, type) => {
    const reply = await post(READINGS, body, { authorization: server().token, 'content-type': type })
    expect(reply).toMatchObject({ status: 400, body: { type: 'urn:greenhouse:problem:body.not-json' } })
    expect(reply.body.title).toContain('{"temperature": 21.5}')
    expect(reply.body.title).toContain('Content-Type: application/json')
  })

  test("names the format that a manufacturer's route expects", async () => {
    const headers = { authorization: server().token, 'content-type': FORM }
    const { status, body } = await post(boardIntakeRoutes.json.path, 'temperature=21.5', headers)
    expect([status, body.detail]).toEqual([400, expect.stringContaining('Expected JSON')])
    const lines = await post(boardIntakeRoutes.influxDb2.path, 'no lines', { authorization: `Token ${server().token}` })
    expect(lines.body.detail).toContain('Expected line protocol')
  })
})

test('asks for a password on routes of devices only, so that a browser never does in the app', async () => {
  for (const path of [READINGS, boardIntakeRoutes.json.path, boardIntakeRoutes.influxDb2.path])
    expect(await post(path, '{}', {})).toMatchObject({ status: 401, challenge: CHALLENGE })
  const members = await fetch(server().origin + userRoutes.get.path)
  expect([members.status, members.headers.get('www-authenticate')]).toEqual([401, null])
})

describe.skipIf(!(await has('curl')))('curl', () => {
  const curl = async (...more: string[]) =>
    JSON.parse((await run('curl', ['-sS', ...more, server().origin + READINGS])).stdout)

  test('stores a reading that curl sends with -d and nothing else', async () => {
    expect(await curl('-H', `authorization: ${server().token}`, '-d', aReading())).toMatchObject({ stored: 1 })
  })

  test('stores a reading that curl sends with --anyauth', async () => {
    expect(await curl('--anyauth', '-u', `${server().token}:`, '-d', aReading())).toMatchObject({ stored: 1 })
  })
})

describe.skipIf(!(await has('wget')))('wget', () => {
  test('stores a reading that wget sends with --user after a challenge', async () => {
    const credentials = ['--user', server().token, '--password', 'none', '--post-data', aReading()]
    const { stdout } = await run('wget', ['-q', '-O', '-', ...credentials, server().origin + READINGS])
    expect(JSON.parse(stdout)).toMatchObject({ stored: 1 })
  })
})
