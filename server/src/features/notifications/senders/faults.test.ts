import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { startReceiver } from '../../../../test/receiver.ts'
import { hostileMessage, openSending } from '../../../../test/sending.ts'
import { isKnownService } from '../../../platform/network/known-services.ts'
import { openGuardedClient } from '../../../platform/network/guarded-request.ts'
import { openOutbound } from '../../../platform/network/outbound.ts'
import type { StoredTarget } from './message.ts'
import { openSenders } from './senders.ts'
import { vapidKeysOf } from './vapid.ts'

const keys = createECDH('prime256v1')
const browser = { p256dh: keys.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
const SIGNING_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const webhook = (format: 'standard' | 'slack' | 'discord' | 'mattermost') => (server: string) =>
  ({ kind: 'webhook', url: `${server}/services/B0/XyZsecret`, format, secret: SIGNING_SECRET }) as const
/** A channel of each kind at one server, with the secrets that no answer may contain. */
const kinds: ReadonlyArray<readonly [name: string, at: (server: string) => StoredTarget, secrets: readonly string[]]> =
  [
    ['ntfy', (server) => ({ kind: 'ntfy', server, topic: 'plants', token: 'tk_SECRET1' }), ['tk_SECRET1']],
    ['gotify', (server) => ({ kind: 'gotify', server, token: 'G0tify+Secret' }), ['G0tify+Secret', 'G0tify%2BSecret']],
    [
      'telegram',
      (server) => ({ kind: 'telegram', server, botToken: '123456:AAAsecret', chatId: '5' }),
      ['123456:AAAsecret', '123456%3AAAAsecret'],
    ],
    ['apprise', (server) => ({ kind: 'apprise', server: `${server}/notify/KeySecret9`, tags: '' }), ['KeySecret9']],
    [
      'web-push',
      (server) => ({ kind: 'web-push', subscription: { endpoint: `${server}/push/Push-Secret-1`, keys: browser } }),
      ['Push-Secret-1', browser.auth],
    ],
    ['webhook', webhook('standard'), [SIGNING_SECRET, 'XyZsecret']],
    ['slack', webhook('slack'), ['XyZsecret']],
    ['discord', webhook('discord'), ['XyZsecret']],
    ['mattermost', webhook('mattermost'), ['XyZsecret']],
  ]

const send = openSending()

describe.each(kinds)('%s', (_name, at, secrets) => {
  test('says that the connection was refused', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    expect(await send(at(`http://127.0.0.1:${port}`))).toEqual({ ok: false, answer: 'The connection was refused.' })
  })

  test('gives up a server that does not answer', async () => {
    const { origin } = await startReceiver(() => undefined)
    expect(await openSending({ withinMs: 100 })(at(origin))).toEqual({
      ok: false,
      answer: 'The server did not answer within 0.1 seconds.',
      isTimeout: true,
    })
  })

  test('follows no redirect, and names where it leads without secrets', async () => {
    const inside = await startReceiver(() => ({ status: 200 }))
    const { origin } = await startReceiver(({ path, headers }) => ({
      status: 301,
      headers: { location: `${inside.origin}${path}?${String(headers.authorization ?? headers['x-gotify-key'])}` },
    }))
    const result = await send(at(origin))
    expect(result).toMatchObject({ ok: false, isFinal: true })
    expect(result.answer).toContain(`The server redirects to ${inside.origin}. `)
    expect(secrets.filter((secret) => result.answer.includes(secret))).toEqual([])
    expect(inside.requests).toEqual([])
  })

  test('shows 200 characters of a long reply, without secrets, markup and control characters', async () => {
    const { origin } = await startReceiver(({ path, headers }) => ({
      status: 503,
      headers: { 'retry-after': '60' },
      body: `\u001b[31m${secrets.join(' ')} ${path}\r\n${JSON.stringify(headers)}${'x'.repeat(1_000_000)}`,
    }))
    const result = await send(at(origin), hostileMessage)
    expect(result).toMatchObject({ ok: false, retryAfterSeconds: 60 })
    expect(result).not.toHaveProperty('isFinal')
    expect(result.answer).toMatch(/^The server answered 503: \P{Cc}*•••\P{Cc}*$/u)
    expect(result.answer.length).toBe('The server answered 503: '.length + 200)
    expect(secrets.filter((secret) => result.answer.includes(secret))).toEqual([])
  })

  test('shows no words of a server that is no known service', async () => {
    const { origin } = await startReceiver(() => ({ status: 500, body: '{"message":"INTERNAL SECRET: hunter2"}' }))
    const strict = openSending({ isKnown: isKnownService })
    expect(await strict(at(origin))).toEqual({ ok: false, answer: 'The server answered 500 Internal Server Error.' })
  })

  test('shows no page of HTML', async () => {
    const { origin } = await startReceiver(() => ({ status: 502, body: '<!doctype html><h1>Bad Gateway</h1>' }))
    expect(await send(at(origin))).toEqual({ ok: false, answer: 'The server answered 502 Bad Gateway.' })
  })

  test.each([400, 401, 403, 413])('reports %d as a final failure', async (status) => {
    const { origin } = await startReceiver(() => ({ status, body: 'no' }))
    const answer = `The server answered ${status}: no`
    expect(await send(at(origin))).toEqual({ ok: false, answer, isFinal: true })
  })

  test('connects to no private network, and not to this machine', async () => {
    const { origin, requests } = await startReceiver(() => ({ status: 200 }))
    const lookup = () => Promise.resolve([{ address: '10.0.0.5', family: 4 }])
    const client = openGuardedClient(openOutbound({ allowPrivate: false, lookup }))
    const vapid = { ...vapidKeysOf(new Uint8Array(48)), subject: 'https://greenhouse.example' }
    const mail = { send: () => Promise.reject(new Error('no mail here')), close() {} }
    const strict = openSenders({ client, mail, vapid, now: () => 0, addressOf: (path) => path })
    const answers = [origin, 'http://inside.example'].map(async (server) => {
      const target = at(server)
      return strict[target.kind].send(target, hostileMessage)
    })
    expect(await Promise.all(answers)).toEqual([
      { ok: false, isFinal: true, answer: expect.stringContaining('belongs to this server itself') },
      { ok: false, isFinal: true, answer: expect.stringContaining('ALLOW_PRIVATE_TARGETS=true') },
    ])
    expect(requests).toEqual([])
  })

  test('sends hostile names in well-formed JSON, or encrypted', async () => {
    const { origin, requests } = await startReceiver(() => ({ status: 200 }))
    const halves = { ...hostileMessage, title: 'a\ud800b', body: '\udc00\u0000' }
    expect(await send(at(origin), halves)).toMatchObject({ ok: true })
    expect(await send(at(origin), hostileMessage)).toMatchObject({ ok: true })
    for (const { headers, body } of requests) {
      expect(body.length).toBeLessThan(16_384)
      if (headers['content-encoding'] === 'aes128gcm') continue
      expect(() => JSON.parse(body.toString()) as unknown).not.toThrow()
      expect(body.toString()).not.toMatch(/\\u(?:d[89a-f]|0000)/)
    }
  })
})

test('a page of a proxy that knows no such address is no reason to give up; a 404 of the service is', async () => {
  const target = (server: string) => ({ kind: 'gotify', server, token: 'a' }) as const
  const proxy = await startReceiver(() => ({ status: 404, body: '404 page not found' }))
  expect(await send(target(proxy.origin))).toEqual({ ok: false, answer: 'The server answered 404: 404 page not found' })
  const service = await startReceiver(() => ({ status: 404, body: '{"error":"Not Found"}' }))
  expect(await send(target(service.origin))).toEqual({
    ok: false,
    answer: 'The server answered 404: Not Found',
    isFinal: true,
  })
})

test('a token that no header can carry is said to be so', async () => {
  expect(await send({ kind: 'gotify', server: 'http://127.0.0.1:9', token: 'ключ' })).toEqual({
    ok: false,
    answer: 'The token has characters that can not be sent.',
    isFinal: true,
  })
})
