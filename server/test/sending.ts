import type { Message, StoredTarget } from '../src/features/notifications/senders/message.ts'
import { openSenders } from '../src/features/notifications/senders/senders.ts'
import { vapidKeysOf } from '../src/features/notifications/senders/vapid.ts'
import type { MailTransport } from '../src/platform/mail/transport.ts'
import { openGuardedClient } from '../src/platform/network/guarded-request.ts'
import { openOutbound } from '../src/platform/network/outbound.ts'

/** The clock of the tests of senders. */
export const NOW = Date.parse('2026-11-23T04:30:00Z')

export const exampleMessage: Message = {
  id: '0b7c6a1e-4f57-4f9e-9a51-3f6f0f1d2c3b',
  what: 'opened',
  severity: 'warning',
  title: 'Greenhouse: temperature above 30 °C',
  body: 'It is 31.4 °C since 06:30.\nThe limit is 30 °C.',
  url: 'https://greenhouse.example/alerts/6d2c',
  at: NOW - 60_000,
  episodeId: '6d2c3f0e-1111-4222-8333-444455556666',
  facts: { kind: 'above', limit: 30, value: 31.4 },
}

/** Names that members may choose. */
export const hostileMessage: Message = {
  ...exampleMessage,
  title: `<img src=x onerror=alert(1)>\r\nBcc: all@example.org\n\u0000@here <!channel> ${'🌱'.repeat(1300)}`,
  body: `</p><script>alert(2)</script>\n@all **bold** [click](https://evil.example) ${'"\u0007'.repeat(2500)}`,
}

interface Surroundings {
  readonly mail?: MailTransport
  readonly withinMs?: number
  readonly ca?: string
  /** Whether the words of a reply may be read; those of every server when omitted. */
  readonly isKnown?: (address: string) => boolean
  readonly secret?: Uint8Array
}

/** Opens senders that may connect to this machine, and returns what sends with them. */
export function openSending({ mail, secret = new Uint8Array(48), ...options }: Surroundings = {}) {
  const outbound = openOutbound({ allowPrivate: false, exceptions: ['127.0.0.1'] })
  const client = openGuardedClient(outbound, { isKnown: () => true, ...options })
  const vapid = { ...vapidKeysOf(secret), subject: 'https://greenhouse.example' }
  const noMail: MailTransport = { send: () => Promise.reject(new Error('no mail here')), close() {} }
  const addressOf = (path: string) => `https://greenhouse.example${path}`
  const senders = openSenders({ client, mail: mail ?? noMail, vapid, now: () => NOW, addressOf })
  return (target: StoredTarget, message = exampleMessage) => senders[target.kind].send(target, message)
}
