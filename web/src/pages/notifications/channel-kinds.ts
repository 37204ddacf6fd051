import type { ChannelKind, ChannelTarget } from '@greenhouse/contract'
import { BellRing, Mail, Megaphone, MessageCircle, Send, Smartphone, Webhook } from 'lucide-react'

export interface TargetField {
  readonly name: string
  readonly label: string
  readonly initial?: string
  readonly placeholder?: string
  readonly hint?: string
  readonly isSecret?: true
  readonly options?: ReadonlyArray<{ readonly value: string; readonly label: string }>
}

interface KindWords {
  readonly kind: ChannelKind
  readonly label: string
  readonly Icon: typeof Mail
  readonly about: string
  /** Empty for this browser, which subscribes by a click. */
  readonly fields: readonly TargetField[]
}

interface WordsOf<Kind extends ChannelKind> extends KindWords {
  readonly kind: Kind
  readonly fields: ReadonlyArray<TargetField & { name: Exclude<keyof Extract<ChannelTarget, { kind: Kind }>, 'kind'> }>
}

const KINDS: { readonly [Kind in ChannelKind]: WordsOf<Kind> } = {
  'web-push': {
    kind: 'web-push',
    label: 'Web push',
    Icon: Smartphone,
    about: 'Notifications of this browser, also while Greenhouse is closed.',
    fields: [],
  },
  email: {
    kind: 'email',
    label: 'E-mail',
    Icon: Mail,
    about: 'Any address. It is sent a link to confirm it first.',
    fields: [{ name: 'address', label: 'Address', placeholder: 'name@example.org' }],
  },
  ntfy: {
    kind: 'ntfy',
    label: 'ntfy',
    Icon: Send,
    about: 'The app ntfy on a phone, over ntfy.sh or a server of your own.',
    fields: [
      { name: 'server', label: 'Server', initial: 'https://ntfy.sh' },
      {
        name: 'topic',
        label: 'Topic',
        hint: 'Whoever knows the topic of a public server can read it: choose a long one.',
      },
      { name: 'token', label: 'Token', isSecret: true, hint: 'Only for a topic that needs one.' },
    ],
  },
  telegram: {
    kind: 'telegram',
    label: 'Telegram',
    Icon: MessageCircle,
    about: 'A message of your own bot.',
    fields: [
      { name: 'botToken', label: 'Bot token', isSecret: true, hint: 'BotFather gives it to you for a new bot.' },
      { name: 'chatId', label: 'Chat', hint: 'The number of the chat with the bot, or the @name of a channel.' },
      { name: 'server', label: 'Server', initial: 'https://api.telegram.org' },
    ],
  },
  gotify: {
    kind: 'gotify',
    label: 'Gotify',
    Icon: BellRing,
    about: 'A Gotify server of your own.',
    fields: [
      { name: 'server', label: 'Server', placeholder: 'https://gotify.example.org' },
      { name: 'token', label: 'Token', isSecret: true, hint: 'That of an application on the server.' },
    ],
  },
  apprise: {
    kind: 'apprise',
    label: 'Apprise',
    Icon: Megaphone,
    about: 'An Apprise API of your own, which knows a hundred other services.',
    fields: [
      {
        name: 'server',
        label: 'Address',
        placeholder: 'https://apprise.example.org/notify/greenhouse',
        isSecret: true,
        hint: 'The whole address of a stored configuration. It is kept like a password.',
      },
      { name: 'tags', label: 'Tags', hint: 'Leave empty for all services of the configuration.' },
    ],
  },
  webhook: {
    kind: 'webhook',
    label: 'Webhook',
    Icon: Webhook,
    about: 'The facts as signed JSON to any address, or a message to Slack, Discord or Mattermost.',
    fields: [
      {
        name: 'url',
        label: 'Address',
        placeholder: 'https://example.org/hook',
        isSecret: true,
        hint: 'It is kept like a password: those of chats hold their key.',
      },
      {
        name: 'format',
        label: 'Format',
        initial: 'standard',
        options: [
          { value: 'standard', label: 'JSON, signed (Standard Webhooks)' },
          { value: 'slack', label: 'Slack' },
          { value: 'discord', label: 'Discord' },
          { value: 'mattermost', label: 'Mattermost' },
        ],
      },
    ],
  },
}

export const CHANNEL_KINDS: readonly KindWords[] = Object.values(KINDS)

export function kindOf(kind: ChannelKind): KindWords {
  return KINDS[kind]
}
