import { once } from 'node:events'
import { connect } from 'node:net'
import {
  authRoutes,
  deviceRoutes,
  documentationPaths,
  liveRoutes,
  signInRoutes,
  userRoutes,
} from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { forAllTests } from '../../testing/at-end.ts'
import { PASSWORD, registration } from '../../testing/growers.ts'
import { namedRoutes } from '@greenhouse/contract/register'
import { WEB_APP } from '../src/serve-features.ts'
import { ON_CLUSTER } from './on-cluster.ts'
import { createWorld, portOf, type World } from './world.ts'

const LOGIN = signInRoutes.login.path
const SECURED = authRoutes.secured.path
/** Neither in the contract nor served. */
const UNKNOWN = '/api/nowhere'

/** A world that serves the built web app as well. */
const withWebApp = forAllTests(() => createWorld({}, undefined, undefined, { webApp: WEB_APP }))

describe('replies', () => {
  test('every reply carries the security headers', async () => {
    const { request } = withWebApp()
    for (const path of ['/', SECURED, '/nowhere', UNKNOWN, '/livez']) {
      const { headers } = await request('GET', path)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      })
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['content-security-policy']).not.toContain('unsafe')
    }
  })

  test('names the charset of every text', async () => {
    const { as, aDevice, request } = withWebApp()
    const page = String((await request('GET', '/')).body)
    const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:css|js))"/g)].map(([, file = '']) => file)
    const { deviceToken } = await aDevice(await as('ann'))
    const reading = `/api/ingest/wunderground?ID=x&PASSWORD=${deviceToken}&tempf=70`
    const documents = [documentationPaths.page, documentationPaths.styles, documentationPaths.openapi]
    const paths = ['/', '/nowhere', UNKNOWN, '/livez', '/metrics', '/robots.txt', reading, ...documents, ...files]
    for (const path of paths) {
      const { headers } = await request('GET', path)
      expect([path, headers['content-type']]).toEqual([path, expect.stringMatching(/; charset=utf-8$/i)])
    }
    const types = namedRoutes.flatMap(({ route }) => route.contentType ?? [])
    const others = types.filter((type) => !type.endsWith('; charset=utf-8'))
    expect(others.filter((type) => type !== 'image/jpeg' && type !== 'application/x-tar')).toEqual([])
  })

  test('an API reply is never cached, and an API error is always a problem', async () => {
    const { request } = await createWorld()
    for (const [method, path] of [
      ['GET', UNKNOWN],
      ['POST', SECURED],
      ['GET', SECURED],
      ['GET', '/api'],
      ['DELETE', liveRoutes.subscribe.path],
    ] as const) {
      const { status, headers, body } = await request(method, path)
      expect(status).toBeGreaterThanOrEqual(401)
      expect(headers['content-type']).toMatch(/^application\/problem\+json/)
      expect(headers['cache-control']).toBe('no-store')
      expect(body).toMatchObject({ type: expect.stringMatching(/^urn:greenhouse:problem:/), status })
    }
  })

  test.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded'])(
    'an unknown address is answered with 404 before a body of %s is read',
    async (type) => {
      const { app } = await createWorld()
      const { statusCode, headers } = await app.http.fastify.inject({
        method: 'POST',
        url: UNKNOWN,
        payload: '{ no JSON',
        headers: { 'content-type': type },
      })
      expect(statusCode).toBe(404)
      expect(headers['content-type']).toMatch(/^application\/problem\+json/)
    },
  )

  test('an unknown page returns the app, and a missing file 404', async () => {
    const { request } = withWebApp()
    expect((await request('GET', '/plants')).headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/html/),
      'cache-control': 'no-cache',
    })
    expect((await request('GET', '/assets/old-1234.js')).status).toBe(404)
    expect((await request('GET', '/favicon.png')).status).toBe(404)
  })
})

describe('request input', () => {
  const send = async (payload: string, headers: Record<string, string> = { 'content-type': 'application/json' }) => {
    const { app } = await createWorld()
    const { statusCode, body } = await app.http.fastify.inject({ method: 'POST', url: LOGIN, payload, headers })
    return { status: statusCode, body: JSON.parse(body) as { type: string; errors?: Record<string, string[]> } }
  }

  test.each([
    ['', 400],
    ['{', 400],
    ['null', 400],
    ['[]', 400],
    ['"text"', 400],
    [`${'{"a":'.repeat(30)}1${'}'.repeat(30)}`, 400],
    [JSON.stringify({ email: 'x'.repeat(70_000) }), 413],
    [JSON.stringify({ email: `${'a'.repeat(60_000)}@`, password: 'x' }), 400],
  ])('the body %.40s is answered with %i', async (payload, status) => {
    expect((await send(payload)).status).toBe(status)
  })

  test.each([
    ['objects', '{"a":', '1', '}'],
    ['lists', '[', '{}', ']'],
    ['lists after other values', '[1,"b",null,', 'true', ']'],
  ])('a body is refused when %s are nested more than 20 deep', async (_what, open, inside, close) => {
    const nested = (depth: number) => open.repeat(depth) + inside + close.repeat(depth)
    const tooDeep = { body: ['Nested deeper than 20'] }
    const levels = inside === '{}' ? 19 : 20
    expect((await send(nested(levels))).body.errors).not.toEqual(tooDeep)
    expect((await send(nested(levels + 1))).body.errors).toEqual(tooDeep)
  })

  test('a body that is not JSON is refused', async () => {
    const { status, body } = await send('email=a&password=b', { 'content-type': 'application/x-www-form-urlencoded' })
    expect([status, body.type]).toEqual([400, 'urn:greenhouse:problem:body.not-json'])
  })

  test('a request with a repeated query key is refused', async () => {
    const { as, request } = await createWorld()
    const twice = `${deviceRoutes.get.path}?userDeviceId=a&userDeviceId=b`
    const { status, body } = await request('GET', twice, undefined, (await as('ann')).token)
    expect([status, body.errors]).toEqual([400, { userDeviceId: ['May be given only once'] }])
  })

  test.each([
    ['zeros', '\0\0\0\0', 400],
    ['a line that is no request', 'GET\r\n\r\n', 400],
    ['a length that is no number', 'POST / HTTP/1.1\r\ncontent-length: abc\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n', 400],
    ['headers without an end', `GET / HTTP/1.1\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
  ])(
    'a raw request with %s is answered with a problem, and the server keeps serving others',
    async (_what, bytes, status) => {
      const world = await createWorld()
      const { head, body } = await sendBytes(world, bytes)
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} .*\r\nContent-Type: application/problem\\+json\r\n`))
      expect(JSON.parse(body)).toMatchObject({ type: expect.stringMatching(/^urn:greenhouse:problem:/), status })
      expect((await fetch(`http://127.0.0.1:${portOf(world)}/livez`)).status).toBe(200)
    },
  )

  test.each([
    ['headers that are too long', `HEAD / HTTP/1.1\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
    ['a path that is too long', `HEAD /${'a'.repeat(40_000)} HTTP/1.1\r\n\r\n`, 431],
    ['a length that is no number', 'HEAD / HTTP/1.1\r\ncontent-length: abc\r\n\r\n', 400],
  ])('a HEAD request with %s is refused without a body', async (_what, bytes, status) => {
    const { head, body } = await sendBytes(await createWorld(), bytes)
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} .*\r\nContent-Type: application/problem\\+json\r\n`))
    expect(body).toBe('')
  })
})

/** Sends bytes over a connection of its own, and returns what comes back until it is closed. */
async function sendBytes(world: World, bytes: string): Promise<{ head: string; body: string }> {
  await world.app.listen()
  const socket = connect(portOf(world), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += String(chunk)))
  socket.on('error', () => undefined)
  socket.write(bytes)
  socket.end()
  await once(socket, 'close')
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { head, body }
}

describe('the client address', () => {
  const attempts = async (trustProxy: false | string[], peer: string) => {
    const { app } = await createWorld({ trustProxy })
    const statuses = []
    for (let index = 0; index < 21; index++) {
      const { statusCode } = await app.http.fastify.inject({
        method: 'POST',
        url: LOGIN,
        remoteAddress: peer,
        headers: { 'x-forwarded-for': `198.51.100.${index}` },
        payload: { email: `nobody-${index}@example.org`, password: PASSWORD },
      })
      statuses.push(statusCode)
    }
    return statuses.at(-1)
  }

  test('the client address is not read from a header that anybody can send', async () => {
    expect(await attempts(false, '203.0.113.9')).toBe(429)
    expect(await attempts(['10.0.0.1'], '203.0.113.9')).toBe(429)
  })

  test('the client address is read from the header when the configured proxy sends it', async () => {
    expect(await attempts(['203.0.113.9'], '203.0.113.9')).toBe(401)
  })
})

describe('operations', () => {
  test('the metrics are served to this machine only', async () => {
    const { app } = await createWorld()
    const ask = async (remoteAddress: string, headers = {}) =>
      (await app.http.fastify.inject({ url: '/metrics', remoteAddress, headers })).statusCode
    expect(await ask('127.0.0.1')).toBe(200)
    expect(await ask('::1')).toBe(200)
    expect(await ask('192.0.2.1')).toBe(404)
    expect(await ask('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
  })

  test('the metrics stay closed behind a proxy on this machine that adds no header', async () => {
    const ask = async ({ app }: World, headers = {}) =>
      (await app.http.fastify.inject({ url: '/metrics', remoteAddress: '127.0.0.1', headers })).statusCode
    const named = await createWorld({ publicUrl: 'https://greenhouse.example.org' })
    expect(await ask(named, { host: '127.0.0.1:8080' })).toBe(404)
    const unnamed = await createWorld()
    expect(await ask(unnamed, { host: 'greenhouse.local' })).toBe(404)
    expect(await ask(unnamed, { host: '192.168.1.5:8080' })).toBe(404)
    expect(await ask(unnamed, { host: '127.evil.example.org' })).toBe(421)
    expect(await ask(unnamed, { host: '[::1]:8080' })).toBe(200)
  })

  test('the metrics are returned to clients at any address that send METRICS_TOKEN', async () => {
    const { app } = await createWorld({ metricsToken: 'a-token-of-twenty-four-letters', publicUrl: 'https://x.org' })
    const ask = async (headers: Record<string, string>, remoteAddress = '192.0.2.1') =>
      (await app.http.fastify.inject({ url: '/metrics', remoteAddress, headers })).statusCode
    expect(await ask({ authorization: 'Bearer a-token-of-twenty-four-letters' })).toBe(200)
    expect(await ask({ authorization: 'Bearer another' })).toBe(404)
    expect(await ask({}, '127.0.0.1')).toBe(404)
  })

  // In a cluster the probes differ by role: role-health.test.ts.
  test.skipIf(ON_CLUSTER)(
    'a server without its database is not ready, and refuses requests instead of admitting them unchecked',
    async () => {
      const { app, as, clock, request } = await createWorld()
      const ann = await as('ann')
      expect((await request('GET', '/readyz')).status).toBe(200)
      await app.context.db.destroy()
      clock.now += 5000
      const ready = await request('GET', '/readyz')
      expect([ready.status, ready.body.faults]).toEqual([503, ['store']])
      expect((await request('GET', '/livez')).status).toBe(200)
      const { status, headers } = await ann.call(userRoutes.get)
      expect(status).toBeGreaterThanOrEqual(500)
      expect(headers['content-type']).toMatch(/^application\/problem\+json/)
    },
  )

  test('hashes a few passwords at a time, and refuses further requests as busy', async () => {
    const { call } = await createWorld()
    const answers = await Promise.all(
      Array.from({ length: 90 }, (_, index) =>
        call(signInRoutes.login, { body: { email: `p${index}@example.org`, password: PASSWORD } }),
      ),
    )
    const busy = answers.filter(({ status }) => status === 503 || status === 429)
    expect(busy.length).toBeGreaterThan(0)
    expect(busy.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true)
    expect((await call(signInRoutes.register, { body: registration('ann') })).status).toBeLessThan(500)
  })
})
