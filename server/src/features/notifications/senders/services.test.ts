import { expect, test } from 'vitest'
import { jsonOf, startReceiver, type Received } from '../../../../test/receiver.ts'
import { exampleMessage, hostileMessage, openSending } from '../../../../test/sending.ts'

const send = openSending()
const json = (status: number, body: unknown, headers = {}) => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** Publishes as ntfy does: to the root of the server, with the topic in the JSON. */
const ntfy = ({ method, path, headers, body }: Received) => {
  if (method !== 'POST' || path !== '/push/') return json(404, { code: 40401, http: 404, error: 'page not found' })
  if (headers.authorization !== 'Bearer tk_secret123') {
    return json(401, { code: 40101, http: 401, error: 'unauthorized' })
  }
  const message = JSON.parse(body.toString()) as { topic?: string; message?: string; priority?: number }
  const isGood = message.topic !== undefined && Buffer.byteLength(message.message ?? '') <= 4096
  return isGood ? json(200, { id: 'a1', event: 'message', ...message }) : json(400, { error: 'invalid request' })
}

test('ntfy gets title, message, priority, tags and the address to open, at a server below a path', async () => {
  const { origin, requests } = await startReceiver(ntfy)
  const target = { kind: 'ntfy', server: `${origin}/push`, topic: 'plants', token: 'tk_secret123' } as const
  expect(await send(target)).toEqual({ ok: true, answer: '200 OK' })
  expect(jsonOf(requests[0])).toEqual({
    topic: 'plants',
    title: 'Greenhouse: temperature above 30 °C',
    message: 'It is 31.4 °C since 06:30.\nThe limit is 30 °C.',
    priority: 4,
    tags: ['warning'],
    click: 'https://greenhouse.example/alerts/6d2c',
  })
  const priorities = [
    ['info', 'opened', 3],
    ['critical', 'repeated', 5],
    ['critical', 'closed', 3],
  ] as const
  for (const [severity, what, priority] of priorities) {
    await send(target, { ...exampleMessage, severity, what })
    expect(jsonOf(requests.at(-1))['priority']).toBe(priority)
  }
  expect(await send({ ...target, token: 'tk_other' })).toEqual({
    ok: false,
    answer: 'The server answered 401: unauthorized',
    isFinal: true,
  })
  expect(await send({ ...target, token: '' })).toMatchObject({ ok: false })
  expect(requests.at(-1)?.headers.authorization).toBeUndefined()
})

test('ntfy gets no message that it would turn into an attachment, and none that is empty', async () => {
  const { origin, requests } = await startReceiver(ntfy)
  const target = { kind: 'ntfy', server: `${origin}/push`, topic: 'plants', token: 'tk_secret123' } as const
  for (const body of ['🌱'.repeat(2500), 'ж'.repeat(5000), '']) {
    expect(await send(target, { ...exampleMessage, body })).toMatchObject({ ok: true })
  }
  const messages = requests.map((request) => String(jsonOf(request)['message']))
  expect(messages[0]).toMatch(/^(?:🌱)+…$/u)
  expect(messages[2]).toBe(exampleMessage.title)
})

test('Gotify gets the message with the key of its application in a header', async () => {
  const { origin, requests } = await startReceiver(({ path, headers }) => {
    if (path !== '/message')
      return json(404, { error: 'Not Found', errorCode: 404, errorDescription: 'page not found' })
    if (headers['x-gotify-key'] === 'AbCdEf.123') return json(200, { id: 7 })
    const errorDescription = 'you need to provide a valid access token or user credentials to access this api'
    return json(401, { error: 'Unauthorized', errorCode: 401, errorDescription })
  })
  const target = { kind: 'gotify', server: origin, token: 'AbCdEf.123' } as const
  expect(await send(target)).toEqual({ ok: true, answer: '200 OK' })
  expect(requests[0]?.headers['content-type']).toBe('application/json')
  expect(jsonOf(requests[0])).toEqual({
    title: exampleMessage.title,
    message: exampleMessage.body,
    priority: 6,
    extras: {
      'client::display': { contentType: 'text/plain' },
      'client::notification': { click: { url: exampleMessage.url } },
    },
  })
  expect(await send({ ...target, token: 'wrong' })).toEqual({
    ok: false,
    answer: 'The server answered 401: you need to provide a valid access token or user credentials to access this api',
    isFinal: true,
  })
})

test('Telegram gets plain text that needs no escaping, with the address at its end', async () => {
  const { origin, requests } = await startReceiver(({ path }) =>
    path === '/bot123456:AAA-bbb_ccc/sendMessage'
      ? json(200, { ok: true, result: { message_id: 1 } })
      : json(404, { ok: false, error_code: 404, description: 'Not Found' }),
  )
  const target = { kind: 'telegram', server: origin, botToken: '123456:AAA-bbb_ccc', chatId: '-100200300' } as const
  expect(await send(target)).toEqual({ ok: true, answer: '200 OK' })
  expect(jsonOf(requests[0])).toEqual({
    chat_id: '-100200300',
    text: `${exampleMessage.title}\n${exampleMessage.body}\n${exampleMessage.url}`,
    link_preview_options: { is_disabled: true },
  })
  await send(target, hostileMessage)
  const text = String(jsonOf(requests[1])['text'])
  expect(text.length).toBeLessThanOrEqual(4096)
  expect(text.startsWith('<img src=x onerror=alert(1)> Bcc: all@example.org @here <!channel> 🌱')).toBe(true)
  expect(text.endsWith(`\n${exampleMessage.url}`)).toBe(true)
  expect(await send({ ...target, botToken: '123456:wrong' })).toEqual({
    ok: false,
    answer: 'The server answered 404: Not Found',
    isFinal: true,
  })
})

test('Telegram says how long to wait', async () => {
  const { origin } = await startReceiver(() =>
    json(429, {
      ok: false,
      error_code: 429,
      description: 'Too Many Requests: retry after 35',
      parameters: { retry_after: 35 },
    }),
  )
  expect(await send({ kind: 'telegram', server: origin, botToken: '1:aaaaaa', chatId: '1' })).toEqual({
    ok: false,
    answer: 'The server answered 429: Too Many Requests: retry after 35',
    retryAfterSeconds: 35,
  })
})

test('an Apprise API gets title, body, type and tags at the address that the owner gave', async () => {
  const { origin, requests } = await startReceiver(({ path }) =>
    path === '/notify/garden' ? json(200, { error: '' }) : { status: 204 },
  )
  const target = { kind: 'apprise', server: `${origin}/notify/garden`, tags: 'family, phone' } as const
  expect(await send(target)).toEqual({ ok: true, answer: '200 OK' })
  expect(requests[0]?.headers['content-type']).toBe('application/json')
  expect(jsonOf(requests[0])).toEqual({
    title: exampleMessage.title,
    body: `${exampleMessage.body}\n${exampleMessage.url}`,
    type: 'warning',
    format: 'text',
    tag: 'family, phone',
  })
  await send({ ...target, tags: '' }, { ...exampleMessage, severity: 'critical' })
  expect(jsonOf(requests[1])).toMatchObject({ type: 'failure' })
  expect(jsonOf(requests[1])).not.toHaveProperty('tag')
  await send(target, { ...exampleMessage, what: 'closed' })
  expect(jsonOf(requests[2])).toMatchObject({ type: 'success' })
  expect(await send({ ...target, server: `${origin}/notify/unknown` })).toEqual({
    ok: false,
    answer: 'The server answered 204: no services are stored under this key.',
    isFinal: true,
  })
})
