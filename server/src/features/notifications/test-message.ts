import type { Delivery } from '@greenhouse/contract'
import { ProblemError } from '../../platform/problem.ts'
import { WindowLimit } from '../../platform/rate-limit/window-limit.ts'
import { deleteChannel, type StoredChannel } from './channel-store.ts'
import { openTarget } from './channel-target.ts'
import { compose } from './compose.ts'
import { CLAIMED_MS, trySending, UNREADABLE, type DeliveryParts } from './deliver-channel.ts'
import { findDelivery } from './delivery-log-store.ts'
import { endTry, insertNotifications, type StoredNotification } from './notification-store.ts'
import type { SendResult } from './senders/message.ts'

const TESTS_PER_MINUTE = 6
const TESTS_AT_ONCE = 2

/** Sends a message to a channel at once and returns what became of it; undefined when the channel is gone by then. */
export type SendTest = (channel: StoredChannel) => Promise<Delivery | undefined>

/** Sends tests, a few a minute for each person: a channel can lead to somebody who wants none of them. */
export function openTests(parts: DeliveryParts, stopping: AbortSignal): SendTest {
  const perMinute = new WindowLimit<string>({ most: TESTS_PER_MINUTE, windowMs: 60_000 })
  const running = new Map<string, number>()
  return async (channel) => {
    const { userId } = channel
    const own = running.get(userId) ?? 0
    if (own >= TESTS_AT_ONCE) throw tooManyTests(1000)
    const pauseMs = perMinute.consume(userId)
    if (pauseMs > 0) throw tooManyTests(pauseMs)
    running.set(userId, own + 1)
    try {
      return await sendTest(parts, channel, stopping)
    } finally {
      const left = (running.get(userId) ?? 1) - 1
      if (left === 0) running.delete(userId)
      else running.set(userId, left)
    }
  }
}

async function sendTest(
  parts: DeliveryParts,
  channel: StoredChannel,
  stopping: AbortSignal,
): Promise<Delivery | undefined> {
  const { db, newId, now } = parts
  const { channelId, userId } = channel
  const notification: StoredNotification = {
    notificationId: newId(),
    userId,
    channelId,
    episodeId: null,
    what: 'test',
    severity: 'info',
    title: 'Test message',
    text: `This is how alerts reach you by “${channel.name}”.`,
    attempts: 0,
    createdAt: now(),
  }
  const claimed = { ...notification, attempts: 1, dueAt: now() + CLAIMED_MS }
  await db.transaction().execute((tx) => insertNotifications(tx, [claimed]))
  const result = await resultOf(parts, channel, notification, stopping)
  const state = result.ok ? 'sent' : 'failed'
  const { answer } = result
  await endTry(db, notification, { state, title: 'Test message', answer, at: now(), dueAt: null })
  parts.noteTry(channel, state, answer)
  const delivery = await findDelivery(db, userId, notification.notificationId)
  if (!result.ok && result.isGone === true) await deleteChannel(db, userId, channelId)
  return delivery
}

async function resultOf(
  parts: DeliveryParts,
  channel: StoredChannel,
  notification: StoredNotification,
  stopping: AbortSignal,
): Promise<SendResult> {
  const target = openTarget(parts.seal, channel.sealedTarget, channel.channelId)
  const [message] = await compose(parts.db, [notification], parts)
  if (!target || !message) return { ok: false, answer: UNREADABLE }
  return trySending(parts.senders[channel.kind], { target, message }, stopping)
}

function tooManyTests(pauseMs: number): ProblemError {
  return new ProblemError(429, 'channel.too-many-tests', 'Too many tests at once. Please try again in a minute.', {
    retryAfterSeconds: Math.ceil(pauseMs / 1000),
  })
}
