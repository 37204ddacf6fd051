import { toTimestamp, type WebhookFormat } from '@greenhouse/contract'
import type { GuardedClient } from '../../../platform/network/guarded-request.ts'
import { escapeMarkdown, escapeSlack } from './chat-text.ts'
import type { Message, MessageSubject, Send } from './message.ts'
import { asJson, post } from './post.ts'
import { bodyOf, titleOf, wholeText } from './text.ts'
import { signatureHeaders } from './webhook-signature.ts'

/** Discord refuses more; Slack and Mattermost show longer ones cut or folded. */
const DISCORD_MAX = 2000
const CHAT_MAX = 4000
/** Of Discord: no preview of the address. */
const SUPPRESS_EMBEDS = 4

/** Types of events as Standard Webhooks recommends them: words with full stops between. */
const TYPES: Readonly<Record<MessageSubject, string>> = {
  opened: 'episode.opened',
  repeated: 'episode.repeated',
  closed: 'episode.closed',
  reminder: 'plant.reminder',
  advice: 'place.advice',
  digest: 'episode.digest',
  test: 'channel.test',
}

/** Posts the facts as signed JSON (https://www.standardwebhooks.com), or a text in the shape that a chat understands. */
export function webhookSender(client: GuardedClient, now: () => number): Send<'webhook'> {
  return ({ url, format, secret }, message, signal) => {
    const json = asJson(shapeOf(format, message))
    // The chats have no use for a signature: who knows the address may post.
    const signature =
      format === 'standard' ? signatureHeaders(secret, { id: message.id, at: now(), body: json.body }) : {}
    const headers = { ...json.headers, ...signature }
    return post(client, { address: url, body: json.body, headers, secrets: [secret], signal })
  }
}

function shapeOf(format: WebhookFormat, message: Message): unknown {
  switch (format) {
    case 'standard':
      return {
        type: TYPES[message.what],
        timestamp: toTimestamp(message.at),
        severity: message.severity,
        title: titleOf(message),
        text: bodyOf(message),
        url: message.url,
        data: message.facts,
      }
    case 'slack':
      return { text: wholeText(message, CHAT_MAX, escapeSlack), mrkdwn: false, unfurl_links: false }
    case 'discord':
      return {
        content: wholeText(message, DISCORD_MAX, escapeMarkdown),
        allowed_mentions: { parse: [] },
        flags: SUPPRESS_EMBEDS,
      }
    case 'mattermost':
      return { text: wholeText(message, CHAT_MAX, escapeMarkdown) }
  }
}
