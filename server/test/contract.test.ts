import * as contract from '@greenhouse/contract'
import type { Route } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { createWorld } from './world.ts'

const routes: Route[] = Object.entries(contract)
  .filter(([name]) => name.endsWith('Routes'))
  .flatMap(([, group]) => Object.values(group as Record<string, Route>))

const guarded = routes.filter(({ access }) => access !== 'public' && access !== 'signed')
const pathOf = (route: Route) => route.path.replace(':settingName', 'celsius')

test('the contract has routes, and some need no token', () => {
  expect(routes.length).toBeGreaterThan(20)
  const open = routes.filter(({ access }) => access === 'public')
  const expected: Route[] = [
    contract.browserErrorRoutes.report,
    contract.calendarFeedRoutes.read,
    contract.channelRoutes.confirmPage,
    contract.channelRoutes.confirm,
    contract.invitationRoutes.show,
    contract.newsletterRoutes.subscribe,
    contract.newsletterRoutes.unsubscribe,
    contract.newsletterRoutes.unsubscribePage,
    contract.newsletterRoutes.unsubscribeByLink,
    contract.newsletterRoutes.confirmPage,
    contract.newsletterRoutes.confirm,
    contract.recoveryRoutes.requestReset,
    contract.recoveryRoutes.reset,
    contract.recoveryRoutes.undoEmail,
    contract.secondStepRoutes.challenge,
    contract.secondStepRoutes.complete,
    contract.serverRoutes.info,
    contract.signInRoutes.login,
    contract.signInRoutes.register,
    contract.userRoutes.confirmEmail,
    contract.userRoutes.confirmEmailPage,
  ]
  expect(new Set(open)).toEqual(new Set(expected))
})

test('serves every route of the contract', async () => {
  const { app } = await createWorld()
  await app.http.fastify.ready()
  const missing = routes.filter(({ method, path }) => !app.http.fastify.hasRoute({ method, url: path }))
  expect(missing.map(({ path }) => path)).toEqual([])
})

const forged = 'eyJhbGciOiJub25lIn0.eyJJZCI6IjAwMDAwMDAwLTAwMDAtNDAwMC04MDAwLTAwMDAwMDAwMDAwMCJ9.'

test.each([
  ['without a token', undefined],
  ['with a forged token', forged],
  ['with a forged token after Bearer', `Bearer ${forged}`],
  ['with an empty token', 'Bearer '],
])('replies 401 with a problem to every guarded route %s', async (_how, token) => {
  const { request } = await createWorld()
  for (const route of guarded) {
    const answer = await request(route.method, pathOf(route), route.method === 'GET' ? undefined : {}, token)
    expect([route.path, answer.status, answer.headers['content-type']]).toEqual([
      route.path,
      401,
      expect.stringContaining(route.problems === 'influxdb' ? 'application/json' : 'application/problem+json'),
    ])
    const ofInfluxDb = route.problems === 'influxdb' ? ['code', 'error', 'message'] : []
    expect(Object.keys(answer.body).toSorted()).toEqual([...ofInfluxDb, 'status', 'title', 'type'].toSorted())
  }
})

test('the path of a route matches in any case', async () => {
  const { request } = await createWorld()
  expect((await request('GET', contract.userRoutes.get.path.toUpperCase())).status).toBe(401)
  expect((await request('POST', contract.signInRoutes.login.path.toUpperCase(), {})).status).toBe(400)
})
