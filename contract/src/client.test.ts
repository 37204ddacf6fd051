import { expect, test } from 'vitest'
import { createClient, type ClientOptions } from './client.ts'
import { ClientError } from './client-error.ts'
import { deviceRoutes } from './devices.ts'
import { plantRoutes } from './plants.ts'
import { takesHousehold, type Route } from './route.ts'
import { settingRoutes } from './settings.ts'
import { signInRoutes } from './registration.ts'

const ORIGIN = 'https://greenhouse.example'
const ID = '11111111-1111-4111-8111-111111111111'
const settings = {
  celsius: true,
  darkTheme: false,
  confirmDialog: false,
  secretMode: true,
  browserFormat: false,
  twelveHours: false,
}

/** A client whose requests are kept and get the response that is given. */
function clientWith(reply: () => Response, options: Partial<ClientOptions> = {}) {
  const requests: Array<{ url: string } & RequestInit> = []
  const client = createClient({
    origin: ORIGIN,
    token: 'a-session-token',
    async fetch(url, init) {
      requests.push({ url, ...init })
      return reply()
    },
    ...options,
  })
  return { client, requests }
}

const json = (body: unknown, init?: ResponseInit) => () => Response.json(body, init)
const problem = { type: 'urn:greenhouse:problem:plant.not-found', title: 'There is no such plant', status: 404 }

test('sends method, address, token and body as the route says', async () => {
  const { client, requests } = clientWith(() => new Response(null, { status: 204 }))
  await client.call(settingRoutes.set, { params: { settingName: 'celsius' }, body: { value: true } })
  await client.call(deviceRoutes.remove, { query: { userDeviceId: ID } })
  expect(requests).toEqual([
    {
      url: `${ORIGIN}/api/UserSettings/celsius`,
      method: 'PATCH',
      headers: { authorization: 'Bearer a-session-token', 'content-type': 'application/json' },
      body: '{"value":true}',
    },
    {
      url: `${ORIGIN}/api/UserDevice/DeleteUserDevice?userDeviceId=${ID}`,
      method: 'DELETE',
      headers: { authorization: 'Bearer a-session-token' },
    },
  ])
})

test('sends the query of all requests, unless a request has its own', async () => {
  const options = { query: (route: Route) => (takesHousehold(route) ? { household: ID } : {}) }
  const { client, requests } = clientWith(() => Response.json([]), options)
  await client.call(plantRoutes.list, { query: {} })
  await client.call(plantRoutes.list, { query: { household: 'other' } })
  await client.send(deviceRoutes.remove, { query: { userDeviceId: ID } })
  expect(requests.map(({ url }) => url.slice(ORIGIN.length))).toEqual([
    `/api/Plant/GetAllPlants?household=${ID}`,
    '/api/Plant/GetAllPlants?household=other',
    `/api/UserDevice/DeleteUserDevice?userDeviceId=${ID}`,
  ])
})

test('escapes parameters of an address, and omits undefined ones', async () => {
  const { client, requests } = clientWith(() => new Response(null, { status: 204 }))
  await client.send(settingRoutes.set, { params: { settingName: '../a b' }, query: { name: 'a&b', none: undefined } })
  expect(requests[0]?.url).toBe(`${ORIGIN}/api/UserSettings/..%2Fa%20b?name=a%26b`)
})

test('sends no token with a public route, and the current one with every other', async () => {
  let token: string | null = 'first-token'
  const { client, requests } = clientWith(json({ jwt: 'x' }), { token: () => token })
  await client.send(signInRoutes.login)
  await client.send(plantRoutes.list)
  token = null
  await client.send(plantRoutes.list)
  expect(requests.map(({ headers }) => headers)).toEqual([{}, { authorization: 'Bearer first-token' }, {}])
})

test('returns the checked reply', async () => {
  const { client } = clientWith(json({ ...settings, unknown: 1 }))
  expect(await client.call(settingRoutes.get)).toEqual(settings)
})

test('throws for a reply of another shape than the contract promises', async () => {
  const { client } = clientWith(json({ ...settings, celsius: 'yes' }))
  await expect(client.call(settingRoutes.get)).rejects.toMatchObject({ status: 200, code: 'reply.malformed' })
})

test('throws a refusal with its code, problem and seconds to wait, and reports it with the token', async () => {
  const reported: unknown[] = []
  const headers = { 'content-type': 'application/problem+json', 'retry-after': '7' }
  const { client } = clientWith(json(problem, { status: 404, headers }), {
    onRefusal: (error, token) => reported.push(error, token),
  })
  const error = await client.call(plantRoutes.get, { query: { plantId: ID } }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ClientError)
  expect(error).toMatchObject({
    message: 'There is no such plant',
    status: 404,
    code: 'plant.not-found',
    problem,
    retryAfterSeconds: 7,
  })
  expect(reported).toEqual([error, 'a-session-token'])
})

test('throws for a refusal that is no problem', async () => {
  const { client } = clientWith(() => new Response('<h1>Too large</h1>', { status: 413 }))
  await expect(client.call(plantRoutes.list)).rejects.toMatchObject({ status: 413, code: '', problem: undefined })
})

test.each([502, 503, 504])('treats %i from a proxy as an unreachable server', async (status) => {
  const reported: unknown[] = []
  const options: Partial<ClientOptions> = { onRefusal: (error) => reported.push(error) }
  const proxy = clientWith(() => new Response('<h1>No server is available</h1>', { status }), options)
  await expect(proxy.client.call(plantRoutes.list)).rejects.toMatchObject({
    status: 0,
    code: 'network',
    cause: { status },
  })
  expect(reported).toEqual([])
  const server = clientWith(json({ ...problem, status }, { status }))
  await expect(server.client.call(plantRoutes.list)).rejects.toMatchObject({ status, code: 'plant.not-found' })
})

test('returns status, headers and body of a refusal without throwing', async () => {
  const reported: unknown[] = []
  const headers = { 'content-type': 'application/problem+json' }
  const { client } = clientWith(json(problem, { status: 404, headers }), {
    onRefusal: (error) => reported.push(error),
  })
  const reply = await client.send(plantRoutes.get)
  expect(reply).toMatchObject({ status: 404, body: problem })
  expect(Object.fromEntries(reply.headers)).toEqual(headers)
  expect(reported).toEqual([])
})

test('throws the code network without a response, and the reason itself when the caller has aborted', async () => {
  const failing = createClient({
    origin: ORIGIN,
    fetch: (_url, { signal }) => Promise.reject(signal?.reason ?? new TypeError()),
  })
  await expect(failing.call(plantRoutes.list)).rejects.toMatchObject({ status: 0, code: 'network' })
  const reason = new Error('no longer wanted')
  await expect(failing.call(plantRoutes.list, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})
