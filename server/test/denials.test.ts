import { randomUUID } from 'node:crypto'
import { authRoutes, plantRoutes, readingRoutes, signInRoutes, userRoutes } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../testing/growers.ts'
import { openLog } from '../src/platform/log.ts'
import { createWorld } from './world.ts'

async function listened() {
  const lines: Array<Record<string, unknown>> = []
  const log = openLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  const world = await createWorld({}, undefined, log)
  const denied = () => lines.filter(({ event }) => event === 'request.denied')
  return { ...world, lines, denied }
}

test('a refused request is logged with its route, user, address and reason', async () => {
  const { as, call, denied } = await listened()
  const ann = await as('ann')
  const secret = randomUUID()
  await call(userRoutes.get)
  await ann.call(plantRoutes.get, { query: { plantId: secret } })
  await ann.call(plantRoutes.list, { query: { userId: secret } })
  await ann.call(plantRoutes.create, { body: { plantName: secret.repeat(4) } })
  await call(readingRoutes.send, { body: { temperature: 1 }, token: secret })
  const where = { network: '127.0.0.1', requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) }
  expect(denied()).toEqual([
    expect.objectContaining({ status: 401, code: 'session.invalid', route: userRoutes.get.path, level: 40, ...where }),
    expect.objectContaining({ status: 404, code: 'plant.not-found', userId: ann.userId, method: 'GET', ...where }),
    expect.objectContaining({ status: 403, code: 'user.not-you', userId: ann.userId, ...where }),
    expect.objectContaining({ status: 400, code: 'input.invalid', route: plantRoutes.create.path, level: 30 }),
    expect.objectContaining({ status: 401, code: 'device-token.invalid', route: readingRoutes.send.path, ...where }),
  ])
  expect(JSON.stringify(denied())).not.toContain(secret)
})

test('a flood of refused requests from one network is logged in part, and those from another network still are', async () => {
  const { app, denied } = await listened()
  const ask = (remoteAddress: string) => app.http.fastify.inject({ url: authRoutes.secured.path, remoteAddress })
  for (let index = 0; index < 200; index++) await ask('203.0.113.9')
  // A new minute may have begun meanwhile.
  expect(denied().length).toBeLessThanOrEqual(120)
  expect(denied().length).toBeGreaterThanOrEqual(60)
  await ask('198.51.100.7')
  expect(denied().at(-1)).toMatchObject({ network: '198.51.100.7' })
})

test('the log of a refused sign-in has neither passwords nor tokens', async () => {
  const { as, call, lines } = await listened()
  await as('ann')
  await call(signInRoutes.login, { body: { email: 'ann@example.org', password: 'Wrong-42!' } })
  await call(authRoutes.secured, { query: { token: 'query-secret' }, token: 'Bearer stolen-token' })
  const text = JSON.stringify(lines)
  expect(text).toContain('sign-in.denied')
  for (const secret of ['Wrong-42!', PASSWORD, 'query-secret', 'stolen-token']) expect(text).not.toContain(secret)
})
