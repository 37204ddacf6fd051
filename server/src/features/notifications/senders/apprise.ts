import type { GuardedClient, GuardedReply } from '../../../platform/network/guarded-request.ts'
import { loudness } from './loudness.ts'
import type { Send, SendResult } from './message.ts'
import { asJson, post } from './post.ts'
import { bodyOf, titleOf } from './text.ts'

const TYPE = { info: 'info', warning: 'warning', critical: 'failure' } as const

/** Notifies services of a key or tag (https://github.com/caronc/apprise-api, `/notify/{KEY}`). */
export function appriseSender(client: GuardedClient): Send<'apprise'> {
  return ({ server, tags }, message, signal) => {
    const notification = {
      title: titleOf(message),
      body: `${bodyOf(message)}\n${message.url}`.trim(),
      type: message.what === 'closed' ? 'success' : TYPE[loudness(message)],
      format: 'text',
      ...(tags === '' ? {} : { tag: tags }),
    }
    return post(client, { address: server, ...asJson(notification), signal }, withoutServices)
  }
}

/** An Apprise API that has nothing stored under the key answers 204, and notifies nobody. */
function withoutServices({ status }: GuardedReply): SendResult | undefined {
  if (status !== 204) return undefined
  return { ok: false, answer: 'The server answered 204: no services are stored under this key.', isFinal: true }
}
