import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { PATIENT } from '../../../../testing/test-run.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeCertificate } from '../../../test/certificate.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { openGuardedClient } from './guarded-request.ts'
import { openOutbound } from './outbound.ts'
import { RequestFailed } from './request-failed.ts'

const outbound = openOutbound({ allowPrivate: false, exceptions: ['127.0.0.1'] })
const client = openGuardedClient(outbound, { withinMs: 5000 })
const hasty = openGuardedClient(outbound, { withinMs: 150 })
const ok = () => ({ status: 200, body: 'ok' })

async function failureOf(posting: Promise<unknown>) {
  const error = await posting.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof RequestFailed)) throw new Error(`no RequestFailed but ${String(error)}`)
  return { says: error.message, isFinal: error.isFinal }
}

/** Starts a server that does not speak HTTP. */
async function startTcp(onConnection: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    onConnection(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('posts headers and body on a connection of its own, and returns the reply', async () => {
  const { origin, requests } = await startReceiver(() => ({ status: 418, headers: { 'x-tea': 'mint' }, body: 'short' }))
  const reply = await client.post(`${origin}/a/b?c=d`, { headers: { 'content-type': 'text/plain' }, body: 'Grüße' })
  expect(reply).toMatchObject({ status: 418, text: 'short', headers: { 'x-tea': 'mint' } })
  expect(requests).toMatchObject([
    {
      method: 'POST',
      path: '/a/b?c=d',
      headers: { 'content-type': 'text/plain', 'content-length': '7', connection: 'close' },
    },
  ])
  expect(requests[0]?.body.toString()).toBe('Grüße')
})

test('follows no redirect, and names its target on the same host', async () => {
  const elsewhere = await startReceiver(ok)
  const location = `${elsewhere.origin}/there`
  for (const [status, isFinal] of [
    [301, true],
    [302, false],
    [307, false],
    [308, true],
  ] as const) {
    const { origin } = await startReceiver(() => ({ status, headers: { location } }))
    expect(await failureOf(client.post(origin, { body: '' }))).toEqual({
      says: `The server redirects to ${elsewhere.origin}. No redirect is followed: enter the address it leads to.`,
      isFinal,
    })
  }
  expect(elsewhere.requests).toEqual([])
})

test('names no other host in a redirect', async () => {
  const location = 'https://intranet.example/secret?token=hunter2'
  const { origin } = await startReceiver(() => ({ status: 302, headers: { location } }))
  const { says } = await failureOf(client.post(origin, { body: '' }))
  expect(says).toBe('The server redirects to another host. No redirect is followed: enter the address it leads to.')
})

test('gives up an unreachable server sooner than a slow one', async () => {
  const host = await startTcp(() => {})
  const impatient = openGuardedClient(outbound, { withinMs: PATIENT.timeout, connectedWithinMs: 50 })
  expect((await failureOf(impatient.post(`https://${host}`, { body: '' }))).says).toBe(
    'The server did not answer within 0.05 seconds.',
  )
})

test('waits longer for a server that accepted the connection', async () => {
  const arrived = Promise.withResolvers<ServerResponse>()
  const { origin } = await startReceiver((_, response) => {
    arrived.resolve(response)
    return undefined
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const posting = openGuardedClient(outbound, { withinMs: PATIENT.timeout }).post(origin, { body: '' })
  const response = await arrived.promise
  vi.advanceTimersByTime(5000)
  response.writeHead(204).end()
  expect((await posting).status).toBe(204)
})

test('reads 64 KB of an endless reply, and closes the connection', async () => {
  let sent = 0
  const closed = Promise.withResolvers<void>()
  const { origin } = await startReceiver((_, response) => {
    response.writeHead(200)
    response.on('close', closed.resolve)
    const more = () => {
      do sent += 65_536
      while (response.write('x'.repeat(65_536)))
    }
    response.on('drain', more)
    more()
    return undefined
  })
  const reply = await client.post(origin, { body: '' })
  await closed.promise
  expect(reply.text.length).toBe(65_536)
  // Bytes in the buffers of both sockets are sent without being read.
  expect(sent).toBeLessThan(10_000_000)
})

test('cuts a reply of 1 MB after 64 KB', async () => {
  const { origin } = await startReceiver(() => ({ status: 200, body: 'x'.repeat(1_000_000) }))
  expect((await client.post(origin, { body: '' })).text.length).toBe(65_536)
})

test('returns the received part of a reply that breaks off or does not end in time', async () => {
  const breaking = await startReceiver((_, response) => {
    response.writeHead(201, { 'content-length': '100' })
    response.write('begun')
    setTimeout(() => response.destroy(), 20)
    return undefined
  })
  expect(await client.post(breaking.origin, { body: '' })).toMatchObject({ status: 201, text: 'begun' })
  const slow = await startReceiver((_, response) => void response.writeHead(201).write('begun'))
  expect(await hasty.post(slow.origin, { body: '' })).toMatchObject({ status: 201, text: 'begun' })
})

test('does not unpack a compressed reply', async () => {
  const { origin, requests } = await startReceiver(() => ({
    status: 200,
    headers: { 'content-encoding': 'gzip' },
    body: 'x',
  }))
  expect(await client.post(origin, { body: '' })).toMatchObject({ status: 200, text: '' })
  expect(requests[0]?.headers['accept-encoding']).toBeUndefined()
})

test.each([
  ['sends nothing', 'http', () => {}],
  ['never ends a handshake', 'https', () => {}],
  [
    'sends headers one letter at a time',
    'http',
    (socket: Socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ')
      const timer = setInterval(() => socket.write('x'), 20)
      socket.on('close', () => clearInterval(timer))
    },
  ],
])('gives up a server that %s after the total time', async (_, scheme, onConnection) => {
  const host = await startTcp(onConnection)
  expect(await failureOf(hasty.post(`${scheme}://${host}`, { body: '' }))).toEqual({
    says: 'The server did not answer within 0.15 seconds.',
    isFinal: false,
  })
})

test('gives up a name server that never replies after the total time', async () => {
  const never = openOutbound({ allowPrivate: false, lookup: () => new Promise(() => {}) })
  const { says } = await failureOf(openGuardedClient(never, { withinMs: 50 }).post('http://a.example', { body: '' }))
  expect(says).toBe('The server did not answer within 0.05 seconds.')
})

test('aborts a request by its signal, before, during and after the lookup', async () => {
  const host = await startTcp(() => {})
  const stopped = { says: 'This server stopped before there was an answer.', isFinal: false }
  const stop = new AbortController()
  const waiting = failureOf(client.post(`http://${host}`, { body: '', signal: stop.signal }))
  setTimeout(() => stop.abort(), 20)
  expect(await waiting).toEqual(stopped)
  expect(await failureOf(client.post(`http://${host}`, { body: '', signal: stop.signal }))).toEqual(stopped)
})

test('explains each failure in a sentence', async () => {
  const says = async (address: string, headers = {}) =>
    (await failureOf(client.post(address, { headers, body: '' }))).says
  const closed = await startTcp(() => {})
  const free = `http://127.0.0.1:${await freePort()}`
  expect(await says(free)).toBe('The connection was refused.')
  expect(await says(`http://${await startTcp((socket) => void socket.destroy())}`)).toBe(
    'The server closed the connection without an answer.',
  )
  expect(await says(`http://${await startTcp((socket) => void socket.end('220 mail ESMTP\r\n'))}`)).toBe(
    'The server did not answer in HTTP.',
  )
  expect(await says(`https://${await startTcp((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))}`)).toBe(
    'The server does not speak https on this port.',
  )
  expect(await says(`http://${closed}`, { token: 'Gewächs\u2713' })).toBe(
    'The token has characters that can not be sent.',
  )
  for (const address of ['ftp://a.example', 'file:///etc/passwd', 'a.example', '']) {
    expect(await says(address)).toBe('The address is not one of http or https.')
  }
})

test.each([
  ['ENOTFOUND', 'The name could not be found.'],
  ['EAI_AGAIN', 'The name could not be looked up now.'],
])('explains the error %s of a name server in a sentence', async (code, sentence) => {
  const lookup = () => Promise.reject(Object.assign(new Error(`getaddrinfo ${code}`), { code }))
  const lost = openGuardedClient(openOutbound({ allowPrivate: false, lookup }))
  expect(await failureOf(lost.post('http://a.example', { body: '' }))).toEqual({ says: sentence, isFinal: false })
})

test('requires a certificate that is valid for the name', async () => {
  const valid = makeCertificate()
  const { origin } = await startReceiver(ok, { tls: valid })
  const trusting = openGuardedClient(outbound, { ca: valid.cert })
  expect((await trusting.post(origin, { body: '' })).status).toBe(200)
  const says = 'The certificate is not valid: '
  const unknown = await failureOf(client.post(origin, { body: '' }))
  expect(unknown).toEqual({ says: `${says}its server signed it itself.`, isFinal: false })

  const old = makeCertificate({ validUntil: Date.now() - 1000 })
  const { origin: expired } = await startReceiver(ok, { tls: old })
  const late = await failureOf(openGuardedClient(outbound, { ca: old.cert }).post(expired, { body: '' }))
  expect(late.says).toBe(`${says}it has expired.`)

  const lookup = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
  const named = openOutbound({ allowPrivate: false, exceptions: ['127.0.0.1'], lookup })
  const other = openGuardedClient(named, { ca: valid.cert })
  const misnamed = await failureOf(other.post(origin.replace('127.0.0.1', 'other.example'), { body: '' }))
  expect(misnamed.says).toBe(`${says}it is for another name.`)
})

test.each([
  'http://127.0.0.1:1/',
  'http://localhost:1/',
  'http://[::1]:1/',
  'http://[::ffff:127.0.0.1]:1/',
  'http://2130706433:1/',
  'http://0x7f.1:1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/',
])('refuses to connect to %s', async (address) => {
  const permissive = openGuardedClient(openOutbound({ allowPrivate: true }))
  const { says, isFinal } = await failureOf(permissive.post(address, { body: '' }))
  expect(says).toMatch(/^No connection is made to this address/)
  expect(isFinal).toBe(true)
})

test('refuses a private address with the name of the setting that allows it', async () => {
  const lookup = () => Promise.resolve([{ address: '192.168.1.10', family: 4 }])
  const guarded = openGuardedClient(openOutbound({ allowPrivate: false, lookup }))
  for (const address of ['http://192.168.1.10/', 'http://inside.example/']) {
    expect((await failureOf(guarded.post(address, { body: '' }))).says).toContain('ALLOW_PRIVATE_TARGETS=true')
  }
})

test('connects a name to its first answer when a second lookup leads to this machine', async () => {
  let asked = 0
  const lookup = () => Promise.resolve([{ address: asked++ === 0 ? '127.0.0.2' : '127.0.0.1', family: 4 }])
  const outside = await startReceiver(ok, { host: '127.0.0.2' })
  const inside = await startReceiver(ok, { port: outside.port })
  const rebinding = openOutbound({ allowPrivate: false, exceptions: ['127.0.0.2'], lookup })
  const guarded = openGuardedClient(rebinding)
  const address = `http://rebinding.example:${outside.port}/`
  expect((await guarded.post(address, { body: '' })).status).toBe(200)
  expect(asked).toBe(1)
  expect((await failureOf(guarded.post(address, { body: '' }))).says).toMatch(/belongs to this server/)
  expect([outside.requests.length, inside.requests.length]).toEqual([1, 0])
  expect(outside.requests[0]?.headers.host).toBe(`rebinding.example:${outside.port}`)
})

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
