import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { expect, onTestFinished, test, vi } from 'vitest'
import { jsonOf, startReceiver } from '../../../../test/receiver.ts'
import { exampleMessage, hostileMessage, NOW, openSending } from '../../../../test/sending.ts'
import { newWebhookSecret } from './webhook-signature.ts'

const send = openSending()
const ok = () => ({ status: 200, body: 'ok' })
const secret = newWebhookSecret()

test('a webhook is signed so that the published library of Standard Webhooks accepts it, and nothing altered', async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { origin, requests } = await startReceiver(() => ({ status: 204 }))
  const target = { kind: 'webhook', url: `${origin}/hook`, format: 'standard', secret } as const
  expect(await send(target)).toEqual({ ok: true, answer: '204 No Content' })
  const { headers, body = Buffer.of() } = requests[0] ?? {}
  const signed = headers as Record<string, string>
  expect(signed).toMatchObject({ 'content-type': 'application/json', 'webhook-id': exampleMessage.id })
  const library = new Webhook(secret)
  expect(library.verify(body, signed)).toEqual({
    type: 'episode.opened',
    timestamp: '2026-11-23T04:29:00.000Z',
    severity: 'warning',
    title: exampleMessage.title,
    text: exampleMessage.body,
    url: exampleMessage.url,
    data: exampleMessage.facts,
  })
  const refused = (secret_: string, text: Buffer | string, altered = {}) =>
    expect(() => new Webhook(secret_).verify(text, { ...signed, ...altered })).toThrow(WebhookVerificationError)
  refused(secret, body.toString().replace('31.4', '13.4'))
  refused(secret, body, { 'webhook-id': 'another' })
  refused(secret, body, { 'webhook-timestamp': String(NOW / 1000 + 1) })
  refused(newWebhookSecret(), body)
})

test('each try of a webhook has the same id', async () => {
  const { origin, requests } = await startReceiver(() => ({ status: 500 }))
  const target = { kind: 'webhook', url: origin, format: 'standard', secret } as const
  expect(await send(target)).toEqual({ ok: false, answer: 'The server answered 500 Internal Server Error.' })
  await send(target)
  expect(requests.map(({ headers }) => headers['webhook-id'])).toEqual([exampleMessage.id, exampleMessage.id])
})

test('a new secret has 32 random bytes', () => {
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(newWebhookSecret()).not.toBe(secret)
})

test.each(['slack', 'discord', 'mattermost'] as const)('%s gets a text, and no signature', async (format) => {
  const { origin, requests } = await startReceiver(ok)
  const target = { kind: 'webhook', url: `${origin}/services/T0/B0/XyZ1`, format, secret } as const
  expect(await send(target)).toEqual({ ok: true, answer: '200 OK' })
  const text = String(jsonOf(requests[0])[format === 'discord' ? 'content' : 'text'])
  expect(text).toBe(`${exampleMessage.title}\n${exampleMessage.body}\n${exampleMessage.url}`)
  expect(Object.keys(requests[0]?.headers ?? {}).filter((name) => name.startsWith('webhook-'))).toEqual([])
})

test('Slack finds no mention, no link and no markup in what members wrote', async () => {
  const { origin, requests } = await startReceiver(ok)
  await send({ kind: 'webhook', url: origin, format: 'slack', secret }, hostileMessage)
  const sent = jsonOf(requests[0])
  expect(sent).toMatchObject({ mrkdwn: false })
  expect(sent['text']).not.toMatch(/[<>]|@\w/)
  expect(sent['text']).toContain('&lt;!channel&gt;')
})

test('Discord mentions nobody, and its text stays below what it takes', async () => {
  const { origin, requests } = await startReceiver(ok)
  await send({ kind: 'webhook', url: origin, format: 'discord', secret }, hostileMessage)
  const sent = jsonOf(requests[0])
  expect(sent['allowed_mentions']).toEqual({ parse: [] })
  const content = String(sent['content'])
  expect(content.length).toBeLessThanOrEqual(2000)
  expect(content.endsWith(`\n${exampleMessage.url}`)).toBe(true)
})

test('Mattermost finds no mention and no Markdown in what members wrote', async () => {
  const { origin, requests } = await startReceiver(ok)
  await send({ kind: 'webhook', url: origin, format: 'mattermost', secret }, hostileMessage)
  const text = String(jsonOf(requests[0])['text'])
  expect(text).not.toMatch(/@\w/)
  expect(text).not.toMatch(/(?<!\\)(?:\*|\[|\]\(|<|>)/)
  expect(text).toContain(String.raw`\*\*bold\*\* \[click\]\(`)
})
