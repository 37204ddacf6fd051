import * as contract from '@greenhouse/contract'
import type { Route } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { createWorld } from './world.ts'

/** Every route there is: whoever adds one to the contract is tested here without a further line. */
const routes: Route[] = Object.entries(contract)
  .filter(([name]) => name.endsWith('Routes'))
  .flatMap(([, group]) => Object.values(group as Record<string, Route>))

const guarded = routes.filter(({ access }) => access !== 'public')
const pathOf = (route: Route) => route.path.replace(':settingName', 'celsius')

test('the contract has routes, and some need no token', () => {
  expect(routes.length).toBeGreaterThan(20)
  expect(
    routes
      .filter(({ access }) => access === 'public')
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual([
    '/api/Email/ConfirmSubscription',
    '/api/Email/ConfirmSubscription',
    '/api/Email/SubscribeToEmailList',
    '/api/Email/UnsubscribeFromEmailLink',
    '/api/Email/UnsubscribeFromEmailLink',
    '/api/Email/UnsubscribeFromEmailList',
    '/api/Server/GetServerInfo',
    '/api/auth/CompleteLogin',
    '/api/auth/GetPasskeyChallenge',
    '/api/auth/Login',
    '/api/auth/Register',
    '/api/auth/RequestPasswordReset',
    '/api/auth/ResetPassword',
    '/api/auth/UndoEmailChange',
  ])
})

test('serves every route of the contract', async () => {
  const { app } = await createWorld()
  const missing = routes.filter(({ method, path }) => !app.http.fastify.hasRoute({ method, url: path }))
  expect(missing.map(({ path }) => path)).toEqual([])
})

const forged = 'eyJhbGciOiJub25lIn0.eyJJZCI6IjAwMDAwMDAwLTAwMDAtNDAwMC04MDAwLTAwMDAwMDAwMDAwMCJ9.'

test.each([
  ['without a token', undefined],
  ['with a forged token', forged],
  ['with a forged token after Bearer', `Bearer ${forged}`],
  ['with an empty token', 'Bearer '],
])('answers 401 as a problem to every guarded route %s', async (_how, token) => {
  const { request } = await createWorld()
  for (const route of guarded) {
    const answer = await request(route.method, pathOf(route), route.method === 'GET' ? undefined : {}, token)
    expect([route.path, answer.status, answer.headers['content-type']]).toEqual([
      route.path,
      401,
      expect.stringContaining('application/problem+json'),
    ])
    expect(Object.keys(answer.body).toSorted()).toEqual(['status', 'title', 'type'])
  }
})

test('names of routes are the same in any case', async () => {
  const { request } = await createWorld()
  expect((await request('GET', '/API/USER/getuser')).status).toBe(401)
  expect((await request('POST', '/api/Auth/Login', {})).status).toBe(400)
})
