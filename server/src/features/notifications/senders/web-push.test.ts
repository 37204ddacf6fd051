import { createECDH, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { startPushService, verifyVapid } from '../../../../test/push-service.ts'
import { exampleMessage, hostileMessage, openSending } from '../../../../test/sending.ts'
import { vapidKeysOf, vapidSubject } from './vapid.ts'

const secret = randomBytes(48)

async function pushing(answer?: () => { status: number; headers?: Record<string, string>; body?: string }) {
  const service = await startPushService(answer)
  const send = openSending({ ca: service.ca, secret })
  const target = { kind: 'web-push', subscription: service.subscription } as const
  const newest = () => {
    const received = service.requests.at(-1)
    if (!received) throw new Error('nothing was received')
    return { ...received, payload: JSON.parse(service.decrypt(received.body)) as Record<string, unknown> }
  }
  return { ...service, send, target, newest }
}

test('encrypts a push message for its browser and identifies the server', async () => {
  const { send, target, newest, origin, decrypt } = await pushing()
  const before = Math.floor(Date.now() / 1000)
  expect(await send(target)).toEqual({ ok: true, answer: '201 Created' })
  const { payload, headers, body } = newest()
  const { id, title, body: text, url, severity, what, episodeId } = exampleMessage
  expect(payload).toEqual({ id, episodeId, title, body: text, url, severity, what })
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' })
  const { publicKey, header, claims } = verifyVapid({ headers })
  expect(publicKey).toBe(vapidKeysOf(secret).publicKey)
  expect(header).toMatchObject({ alg: 'ES256', typ: 'JWT' })
  expect(claims).toMatchObject({ aud: origin, sub: 'https://greenhouse.example' })
  expect(Number(claims['exp'])).toBeGreaterThan(before)
  expect(Number(claims['exp'])).toBeLessThanOrEqual(before + 24 * 3600)

  // The counterpart does see a difference.
  const altered = Buffer.from(body)
  altered[altered.length - 1]! ^= 1
  expect(() => decrypt(altered)).toThrow(/unable to authenticate/)
  const forged = String(headers.authorization).replace(/(\.\w+)(\w\.)/, '$1A$2')
  expect(() => verifyVapid({ headers: { authorization: forged } })).toThrow('The signature is wrong')
})

test('sends messages about one episode with one topic, so that a later one replaces a waiting one', async () => {
  const { send, target, requests } = await pushing()
  await send(target)
  await send(target, { ...exampleMessage, id: 'another', what: 'closed', severity: 'critical' })
  await send(target, { ...exampleMessage, episodeId: 'another' })
  await send(target, { ...exampleMessage, episodeId: null })
  const topics = requests.map(({ headers }) => headers['topic'])
  expect(topics[0]).toMatch(/^[\w-]{32}$/)
  expect(topics[1]).toBe(topics[0])
  expect(topics[2]).not.toBe(topics[0])
  expect(topics[3]).toBeUndefined()
  expect(requests[1]?.headers['urgency']).toBe('normal')
})

test.each([hostileMessage, { ...exampleMessage, title: '🌱'.repeat(2500), body: '"\\'.repeat(5000) }])(
  'keeps a message below 3 KB for texts of any length',
  async (message) => {
    const { send, target, newest } = await pushing()
    expect(await send(target, message)).toMatchObject({ ok: true })
    const { payload, body } = newest()
    expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThanOrEqual(3072)
    expect(body.length).toBeLessThanOrEqual(4096)
    expect(String(payload['body']).length).toBeGreaterThan(500)
    expect(payload['title']).not.toMatch(/[\r\n\0]/)
  },
)

test.each([404, 410])('a subscription that the push service answers with %d is gone', async (status) => {
  const { send, target } = await pushing(() => ({ status, body: 'push subscription has unsubscribed or expired.' }))
  expect(await send(target)).toEqual({
    ok: false,
    answer: `The push service answered ${status}: the browser ended its subscription.`,
    isFinal: true,
    isGone: true,
  })
})

test('a push service that has too much to do says how long to wait, and its address stays a secret', async () => {
  const { send, target, subscription } = await pushing(() => ({
    status: 429,
    headers: { 'retry-after': '120' },
    body: `Too many for /push/Abc123-subscription\u0007of ${subscription.keys.auth}`,
  }))
  expect(await send(target)).toEqual({
    ok: false,
    answer: 'The server answered 429: Too many for /push/••• of •••',
    retryAfterSeconds: 120,
  })
})

test.each([
  ['p256dh', 'AAAA'],
  ['p256dh', Buffer.alloc(65, 4).toString('base64url')],
  ['auth', 'AAAA'],
])('refuses an invalid key of a subscription (%s)', async (name, key) => {
  const { send, target, requests } = await pushing()
  const subscription = { ...target.subscription, keys: { ...target.subscription.keys, [name]: key } }
  expect(await send({ ...target, subscription })).toEqual({
    ok: false,
    answer: 'The keys of this browser are not valid. Remove the channel, and add the browser again.',
    isFinal: true,
  })
  expect(requests).toEqual([])
})

test('the keys of a server are the same for as long as its secret is, and form a pair', () => {
  const one = vapidKeysOf(secret)
  expect(vapidKeysOf(secret)).toEqual(one)
  expect(vapidKeysOf(randomBytes(48))).not.toEqual(one)
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(one.privateKey, 'base64url'))
  expect(pair.getPublicKey('base64url')).toBe(one.publicKey)
  // A later version that derived others would end every subscription.
  expect(vapidKeysOf(new Uint8Array(48)).publicKey).toMatchInlineSnapshot(
    `"BAiToRWJtdahgnrlWHUDhbNdbSadHhvU9JCAMY_rEX3avo1G0TGpl2a19iirziabwHHjcpsTbVABNhRMQKN_Eaw"`,
  )
})

test.each([
  ['https://greenhouse.example', 'https://greenhouse.example'],
  ['https://greenhouse.example/path', 'https://greenhouse.example'],
  ['http://192.168.1.5:8080', 'mailto:greenhouse@example.org'],
  ['https://localhost:8443', 'mailto:greenhouse@example.org'],
])('returns for a server at %s the contact %s', (origin, subject) => {
  expect(vapidSubject(origin, 'greenhouse@example.org')).toBe(subject)
})
