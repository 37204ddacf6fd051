import * as z from 'zod/mini'
import { emailAddress, id, nothing, oneLine, requiredLine, timestamp, timeOfDay, timeZone } from './fields.ts'
import { route } from './route.ts'
import { severities } from './severity.ts'
import { currentPassword } from './users.ts'

export const CHANNELS_MAX = 20
export const channelKinds = ['email', 'web-push', 'ntfy', 'gotify', 'telegram', 'apprise', 'webhook'] as const
export type ChannelKind = (typeof channelKinds)[number]

/** `standard` sends facts, signed as Standard Webhooks; the others send a chat message. */
export const webhookFormats = ['standard', 'slack', 'discord', 'mattermost'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

const secret = (name: string) =>
  z._default(
    z.string().check(z.trim(), z.maxLength(500, `${name} cannot be longer than 500 characters`), oneLine()),
    '',
  )
const address = (name: string) =>
  requiredLine(name, 1000).check(
    z.regex(/^https?:\/\/[^\s/?#@]+(?:[/?][^\s#]*)?$/i, 'Enter an address such as https://example.org'),
  )
const publicServer = (url: string) => z._default(address('Server'), url)

const subscription = z.object({
  endpoint: address('Endpoint').check(z.regex(/^https:/i, 'Endpoint must begin with https')),
  keys: z.object({
    p256dh: requiredLine('p256dh', 200).check(z.regex(/^[\w-]+=*$/, 'p256dh is not base64url')),
    auth: requiredLine('auth', 100).check(z.regex(/^[\w-]+=*$/, 'auth is not base64url')),
  }),
})

/** Tokens and keys are stored encrypted and never returned. */
export const channelTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('email'), address: emailAddress('Email is required', 'Enter a valid email address') }),
  z.object({ kind: z.literal('web-push'), subscription }),
  z.object({
    kind: z.literal('ntfy'),
    server: publicServer('https://ntfy.sh'),
    topic: requiredLine('Topic', 64).check(z.regex(/^[\w-]+$/, 'Topic can have letters, digits, - and _')),
    token: secret('Token'),
  }),
  z.object({ kind: z.literal('gotify'), server: address('Server'), token: requiredLine('Token', 200) }),
  z.object({
    kind: z.literal('telegram'),
    server: publicServer('https://api.telegram.org'),
    botToken: requiredLine('Bot token', 100).check(z.regex(/^\d+:[\w-]+$/, 'Enter a token such as 123456:ABC-DEF')),
    chatId: requiredLine('Chat', 64).check(
      z.regex(/^(?:-?\d+|@\w+)$/, 'Enter the number of a chat, or the @name of a channel'),
    ),
  }),
  z.object({
    kind: z.literal('apprise'),
    server: address('Server'),
    tags: z._default(z.string().check(z.trim(), z.maxLength(200), oneLine()), ''),
  }),
  z.object({
    kind: z.literal('webhook'),
    url: address('Address'),
    format: z._default(z.enum(webhookFormats), 'standard'),
  }),
])
export type ChannelTarget = z.infer<typeof channelTarget>

const channelName = requiredLine('Name', 60)
const severityList = z.array(z.enum(severities, 'Unknown severity'))

export const channelInput = z.object({
  name: channelName,
  target: channelTarget,
  severities: z.optional(severityList),
  password: z.optional(currentPassword),
})
export type ChannelInput = z.infer<typeof channelInput>

/** A new target replaces the old one completely, with its secrets. */
export const channelChange = z.object({
  name: z.optional(channelName),
  isOn: z.optional(z.boolean()),
  severities: z.optional(severityList),
  target: z.optional(channelTarget),
  password: z.optional(currentPassword),
})
export type ChannelChange = z.infer<typeof channelChange>

export const deliveryStates = ['waiting', 'sent', 'failed', 'merged'] as const

/** `merged`: sent in a list with others of the same minute. `answer`: the reply or error of the last try. */
export const delivery = z.object({
  deliveryId: id,
  channelId: id,
  channelName: z.string(),
  episodeId: z.nullable(id),
  title: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.number(),
  createdAt: timestamp,
  sentAt: z.nullable(timestamp),
  nextTryAt: z.nullable(timestamp),
  answer: z.nullable(z.string()),
})
export type Delivery = z.infer<typeof delivery>

/**
 * `where`: the target in words. `parts`: the target without secrets. `isConfirmed`: false until an email address is confirmed.
 */
export const channel = z.object({
  channelId: id,
  kind: z.enum(channelKinds),
  name: z.string(),
  where: z.string(),
  parts: z.record(z.string(), z.string()),
  isOn: z.boolean(),
  isConfirmed: z.boolean(),
  severities: z.array(z.enum(severities)),
  createdAt: timestamp,
  lastDelivery: z.nullable(delivery),
})
export type Channel = z.infer<typeof channel>

/** `signingSecret` (`whsec_…`) is returned once, for a new webhook address. */
export const savedChannel = z.extend(channel, { signingSecret: z.optional(z.string()) })

/** Only critical messages are sent then. `from` after `to` spans midnight. */
export const quietHours = z.object({
  from: timeOfDay,
  to: timeOfDay,
  timeZone,
})
export type QuietHours = z.infer<typeof quietHours>

const ofChannel = z.object({ channelId: id })
const token = z.object({ token: z.string().check(z.maxLength(300)) })
const page = { reply: z.string(), contentType: 'text/html; charset=utf-8' } as const

export const channelRoutes = {
  list: route({ method: 'GET', path: '/api/channels', access: 'member', reply: z.array(channel) }),
  create: route({ method: 'POST', path: '/api/channels', access: 'member', body: channelInput, reply: savedChannel }),
  edit: route({
    method: 'PATCH',
    path: '/api/channels/:channelId',
    access: 'member',
    params: ofChannel,
    body: channelChange,
    reply: savedChannel,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/channels/:channelId',
    access: 'member',
    params: ofChannel,
    reply: nothing,
  }),
  test: route({
    method: 'POST',
    path: '/api/channels/:channelId/test',
    access: 'member',
    params: ofChannel,
    reply: delivery,
  }),
  /** A page with a button, since mail scanners follow every link. */
  confirmPage: route({ method: 'GET', path: '/api/channels/confirm', access: 'public', query: token, ...page }),
  confirm: route({
    method: 'POST',
    path: '/api/channels/confirm',
    access: 'public',
    query: token,
    form: true,
    ...page,
  }),
  /** The newest 50, newest first. */
  deliveries: route({
    method: 'GET',
    path: '/api/channels/:channelId/deliveries',
    access: 'member',
    params: ofChannel,
    reply: z.array(delivery),
  }),
  ofEpisode: route({
    method: 'GET',
    path: '/api/episodes/:episodeId/deliveries',
    access: 'member',
    params: z.object({ episodeId: id }),
    reply: z.array(delivery),
  }),
  pushKey: route({
    method: 'GET',
    path: '/api/push-key',
    access: 'member',
    reply: z.object({ publicKey: z.string() }),
  }),
  quietHours: route({
    method: 'GET',
    path: '/api/quiet-hours',
    access: 'member',
    reply: z.object({ quietHours: z.nullable(quietHours) }),
  }),
  setQuietHours: route({
    method: 'PATCH',
    path: '/api/quiet-hours',
    access: 'member',
    body: z.object({ quietHours: z.nullable(quietHours) }),
    reply: z.object({ quietHours: z.nullable(quietHours) }),
  }),
}
