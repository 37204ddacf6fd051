import { momentWords } from '../../lib/moment-words.ts'
import type { Delivery } from '@greenhouse/contract'

interface DeliveryState {
  readonly channelId: string
  readonly state: 'sent' | 'waiting' | 'failed'
  readonly words: string
}

/** Returns the state of each channel: `Sent to ntfy 11.05`, `E-mail failed, next try 11.20`. Takes the oldest first. */
export function deliveryStates(deliveries: readonly Delivery[], now: number): DeliveryState[] {
  const last = new Map(deliveries.map((one) => [one.channelId, one]))
  return [...last.values()].map((one) => ({ channelId: one.channelId, ...stateOf(one, now) }))
}

function stateOf(delivery: Delivery, now: number): Pick<DeliveryState, 'state' | 'words'> {
  const { state, channelName, attempts, sentAt, createdAt, nextTryAt } = delivery
  if (state === 'sent') return { state, words: `Sent to ${channelName} ${momentWords(sentAt ?? createdAt, now)}` }
  if (state === 'merged') {
    return { state: 'sent', words: `Sent to ${channelName} in a list ${momentWords(sentAt ?? createdAt, now)}` }
  }
  if (state === 'failed') return { state, words: `${channelName} failed` }
  const next = nextTryAt === null ? undefined : momentWords(nextTryAt, now)
  if (attempts > 0) {
    return { state: 'failed', words: `${channelName} failed${next === undefined ? '' : `, next try ${next}`}` }
  }
  const isLater = nextTryAt !== null && Date.parse(nextTryAt) - now > LATER_MS
  return { state: 'waiting', words: isLater ? `${channelName} waits until ${next}` : `Sending to ${channelName}` }
}

/** Messages due later than this wait for the end of quiet hours. */
const LATER_MS = 60_000
