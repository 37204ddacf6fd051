import { channelKinds, type Channel, type Delivery } from '../index.ts'
import { linkPage, TIME } from './examples.ts'
import { CONFIRMED, type Entries } from './route-entry.ts'

const CHANNEL_ID = '4f0d2b9a-7c61-4e35-8a1f-2b3c4d5e6f70'

const delivery: Delivery = {
  deliveryId: '8c1e5f7a-2d3b-4a69-9b0c-1d2e3f4a5b60',
  channelId: CHANNEL_ID,
  channelName: 'Phone',
  episodeId: null,
  title: 'Test message',
  state: 'sent',
  attempts: 1,
  createdAt: TIME,
  sentAt: TIME,
  nextTryAt: null,
  answer: 'The server answered 200 OK.',
}

const quietHours = { from: '22:00', to: '07:00', timeZone: 'Europe/Copenhagen' }

/** As the export of an account has it. */
export const storedChannel: Omit<Channel, 'lastDelivery'> = {
  channelId: CHANNEL_ID,
  kind: 'email',
  name: 'Phone',
  where: 'mia@example.org',
  parts: { address: 'mia@example.org' },
  isOn: true,
  isConfirmed: true,
  severities: ['warning', 'critical'],
  createdAt: TIME,
}

const channel: Channel = { ...storedChannel, lastDelivery: null }
const ofChannel = { ids: { channelId: '$CHANNEL_ID' }, problems: ['channel.not-found'] } as const

export const channelEntries: Entries<'channel'> = {
  channel: {
    list: {
      does: 'Lists where you are reached, each with what was sent there last. Tokens and keys are encrypted and never returned; `parts` has what is no secret.',
      reply: [channel],
    },
    create: {
      does: `Adds a channel: ${oneOf(channelKinds)}. An email address is mailed a link first, and gets nothing else before that is opened. The reply for a webhook has \`signingSecret\`, which is shown this once. Addresses of private networks need a server with \`ALLOW_PRIVATE_TARGETS=true\`, those of its own machine one with the host and port in \`ALLOWED_TARGETS\`.`,
      may: 'self',
      changes: ['channels'],
      body: {
        name: 'Phone',
        target: { kind: 'email', address: '$EMAIL' },
        severities: ['warning', 'critical'],
      },
      reply: { ...channel, isConfirmed: false },
      problems: ['channel.too-many', 'mail.not-set-up', ...CONFIRMED],
    },
    edit: {
      does: 'Changes the named fields of a channel. A `target` replaces the old one whole, with its secrets; an email address that is new is confirmed again.',
      ids: { channelId: '$CHANNEL_ID' },
      may: 'self',
      changes: ['channels'],
      body: { name: 'Old phone', isOn: false },
      reply: { ...channel, name: 'Old phone', isOn: false },
      problems: ['channel.not-found', 'mail.not-set-up', ...CONFIRMED],
    },
    remove: {
      does: 'Removes a channel with what was sent there. Rules that name it alone tell nobody.',
      ...ofChannel,
      may: 'self',
      changes: ['channels'],
    },
    test: {
      does: 'Sends a test message at once and returns what became of it, in words.',
      ids: { channelId: '$CHANNEL_ID' },
      may: 'self',
      changes: ['channels'],
      reply: delivery,
      problems: ['channel.not-confirmed', 'channel.not-found', 'channel.too-many-tests'],
    },
    confirmPage: { does: 'Returns a page with a button that confirms.', ...linkPage },
    confirm: { does: 'Confirms the address of a mailed link for messages.', ...linkPage },
    deliveries: {
      does: 'Lists the newest 50 messages to a channel, newest first. They are kept for 30 days, at most 200.',
      ...ofChannel,
      reply: [delivery],
    },
    ofEpisode: {
      does: 'Lists the messages about an episode, oldest first.',
      ids: { episodeId: '$EPISODE_ID' },
      reply: [{ ...delivery, episodeId: '6d2c3f0e-1111-4222-8333-444455556666', title: 'Tomato house' }],
      problems: ['episode.not-found'],
    },
    pushKey: {
      does: 'Returns the public key with which a browser subscribes to push messages of this server.',
      reply: {
        publicKey: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
      },
    },
    quietHours: {
      does: 'Returns the hours in which only what is critical is sent; null without any.',
      reply: { quietHours },
    },
    setQuietHours: {
      does: 'Sets the hours in which only what is critical is sent, or ends them with null. The rest waits for their end.',
      may: 'self',
      changes: ['channels'],
      body: { quietHours },
      reply: { quietHours },
    },
  },
}

/** Returns names as a part of a sentence: `a`, `b` or `c`. */
function oneOf(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``)
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
}
