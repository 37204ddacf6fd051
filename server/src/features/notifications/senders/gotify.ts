import type { GuardedClient } from '../../../platform/network/guarded-request.ts'
import { loudness } from './loudness.ts'
import type { Send } from './message.ts'
import { asJson, below, post } from './post.ts'
import { bodyOf, titleOf } from './text.ts'

/** Up to 3 a phone stays silent, from 4 it sounds, from 8 it vibrates too (https://gotify.net/docs/priority). */
const PRIORITY = { info: 3, warning: 6, critical: 9 } as const

/** Pushes a message of an application (https://gotify.net/docs/pushmsg). */
export function gotifySender(client: GuardedClient): Send<'gotify'> {
  return ({ server, token }, message, signal) => {
    const pushed = {
      title: titleOf(message),
      message: bodyOf(message) || titleOf(message),
      priority: PRIORITY[loudness(message)],
      extras: {
        'client::display': { contentType: 'text/plain' },
        'client::notification': { click: { url: message.url } },
      },
    }
    const json = asJson(pushed, { 'x-gotify-key': token })
    return post(client, { address: below(server, 'message'), ...json, secrets: [token], signal })
  }
}
