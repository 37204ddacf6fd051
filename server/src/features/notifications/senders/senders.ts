import type { ChannelKind } from '@greenhouse/contract'
import type { MailTransport } from '../../../platform/mail/transport.ts'
import type { GuardedClient } from '../../../platform/network/guarded-request.ts'
import { appriseSender } from './apprise.ts'
import { emailSender } from './email.ts'
import { gotifySender } from './gotify.ts'
import type { Send, Sender, StoredTarget, TargetOf } from './message.ts'
import { ntfySender } from './ntfy.ts'
import { telegramSender } from './telegram.ts'
import type { Vapid } from './vapid.ts'
import { webPushSender } from './web-push.ts'
import { webhookSender } from './webhook.ts'

interface Parts {
  readonly client: GuardedClient
  readonly mail: MailTransport
  readonly vapid: Vapid
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly addressOf: (path: string) => string
}

export function openSenders({ client, mail, vapid, now, addressOf }: Parts): Record<ChannelKind, Sender> {
  return {
    email: senderOf('email', emailSender(mail, addressOf)),
    'web-push': senderOf('web-push', webPushSender(client, vapid)),
    ntfy: senderOf('ntfy', ntfySender(client)),
    gotify: senderOf('gotify', gotifySender(client)),
    telegram: senderOf('telegram', telegramSender(client)),
    apprise: senderOf('apprise', appriseSender(client)),
    webhook: senderOf('webhook', webhookSender(client, now)),
  }
}

function senderOf<K extends ChannelKind>(kind: K, send: Send<K>): Sender {
  return {
    async send(target, message, signal) {
      if (!isOf(kind, target)) throw new Error(`A target of ${target.kind} was given to the sender of ${kind}`)
      return send(target, message, signal)
    },
  }
}

function isOf<K extends ChannelKind>(kind: K, target: StoredTarget): target is TargetOf<K> {
  return target.kind === kind
}
