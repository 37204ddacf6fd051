import { createHash } from 'node:crypto'
import type { GuardedClient, GuardedReply } from '../../../platform/network/guarded-request.ts'
import { loudness } from './loudness.ts'
import type { Message, Send, SendResult, TargetOf } from './message.ts'
import { post } from './post.ts'
import { bodyOf, cutBytes, titleOf } from './text.ts'
import type { Vapid } from './vapid.ts'

/** How long a push service keeps a message for a phone that is off. */
const TTL_SECONDS = 24 * 60 * 60
/** Push services take 4,096 bytes, encrypted. */
const PAYLOAD_BYTES_MAX = 3072
/** `high` also wakes a phone that sleeps. */
const URGENCY = { info: 'normal', warning: 'high', critical: 'high' } as const

const NO_KEYS: SendResult = {
  ok: false,
  answer: 'The keys of this browser are not valid. Remove the channel, and add the browser again.',
  isFinal: true,
}

/** Sends to the push service of a browser (RFC 8030), encrypted for that browser (RFC 8291) and signed (RFC 8292). */
export function webPushSender(client: GuardedClient, vapid: Vapid): Send<'web-push'> {
  return async ({ subscription }, message, signal) => {
    const request = await requestOf(subscription, message, vapid)
    if (!request) return NO_KEYS
    const { endpoint, headers, body } = request
    return post(client, { address: endpoint, headers, body, secrets: [subscription.keys.auth], signal }, gone)
  }
}

/** Returns the request as the library builds it; undefined for keys that are no keys. */
async function requestOf(subscription: TargetOf<'web-push'>['subscription'], message: Message, vapid: Vapid) {
  // Loaded with the first message: most servers never send one, and it would cost them memory.
  const { default: webPush } = await import('web-push')
  try {
    return webPush.generateRequestDetails(subscription, payloadOf(message), {
      vapidDetails: vapid,
      TTL: TTL_SECONDS,
      urgency: URGENCY[loudness(message)],
      ...(message.episodeId === null ? {} : { topic: topicOf(message.episodeId) }),
    })
  } catch {
    return undefined
  }
}

/** Cuts the body until the payload fits: JSON escapes some characters with six others. */
function payloadOf(message: Message): string {
  const { id, url, severity, what, episodeId } = message
  const body = bodyOf(message)
  for (let most = PAYLOAD_BYTES_MAX; ; most = Math.floor(most * 0.7)) {
    const payload = JSON.stringify({
      id,
      episodeId,
      title: titleOf(message),
      body: cutBytes(body, most),
      url,
      severity,
      what,
    })
    if (Buffer.byteLength(payload) <= PAYLOAD_BYTES_MAX || most === 0) return payload
  }
}

/** A message that still waits at the push service is replaced by the next about the same episode. */
function topicOf(episodeId: string): string {
  return createHash('sha256').update(episodeId).digest().subarray(0, 24).toString('base64url')
}

function gone({ status }: GuardedReply): SendResult | undefined {
  if (status !== 404 && status !== 410) return undefined
  const answer = `The push service answered ${status}: the browser ended its subscription.`
  return { ok: false, answer, isFinal: true, isGone: true }
}
