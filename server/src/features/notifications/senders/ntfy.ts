import type { GuardedClient } from '../../../platform/network/guarded-request.ts'
import { loudness } from './loudness.ts'
import type { Message, Send } from './message.ts'
import { asJson, below, post } from './post.ts'
import { bodyOf, cutBytes, titleOf } from './text.ts'

/** A message above 4,096 bytes becomes an attachment. */
const MESSAGE_BYTES_MAX = 4000
/** 3 is the default, 5 rings until somebody looks. */
const PRIORITY = { info: 3, warning: 4, critical: 5 } as const
/** Tags that ntfy shows as emoji. */
const SEVERITY_TAGS = { info: 'information_source', warning: 'warning', critical: 'rotating_light' } as const

/** Publishes JSON to the root of the server (https://docs.ntfy.sh/publish/#publish-as-json). */
export function ntfySender(client: GuardedClient): Send<'ntfy'> {
  return ({ server, topic, token }, message, signal) => {
    const published = {
      topic,
      title: titleOf(message),
      // An empty message is shown as "triggered".
      message: cutBytes(bodyOf(message), MESSAGE_BYTES_MAX) || titleOf(message),
      priority: PRIORITY[loudness(message)],
      tags: [tagOf(message)],
      click: message.url,
    }
    const authorization: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` }
    return post(client, { address: below(server, ''), ...asJson(published, authorization), secrets: [token], signal })
  }
}

function tagOf({ what, severity }: Message): string {
  if (what === 'closed') return 'white_check_mark'
  return what === 'reminder' || what === 'test' ? 'seedling' : SEVERITY_TAGS[severity]
}
