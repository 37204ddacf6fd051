import type { Delivery } from '@greenhouse/contract'
import { ProblemError } from '../../../platform/problem.ts'
import { ofPerson } from '../../../platform/rate-limit/rate-limit-rule.ts'
import { countAttempts } from '../../../platform/rate-limit/rate-limit-store.ts'
import { deleteChannel, type StoredChannel } from './channel-store.ts'
import { openTarget } from './channel-target.ts'
import { compose } from '../outbox/compose.ts'
import { trySending, UNREADABLE, type DeliveryParts } from '../outbox/deliver-channel.ts'
import { findDelivery } from '../outbox/delivery-log-store.ts'
import { endTry, insertNotifications, type StoredNotification } from '../outbox/notification-store.ts'
import type { SendResult } from '../senders/message.ts'

const MINUTE = 60_000
const TESTS_PER_MINUTE = 6
const TESTS_PER_MINUTE_EACH = 30
const TESTS_AT_ONCE = 4

/** Sends a message to a channel at once and returns what became of it; undefined when the channel is gone by then. */
export type SendTest = (channel: StoredChannel) => Promise<Delivery | undefined>

/**
 * Limits tests for each channel and user across all processes: a channel can lead to somebody who wants none of them.
 * Concurrency is limited for each process.
 */
export function openTests(parts: DeliveryParts, stopping: AbortSignal): SendTest {
  const running = new Map<string, number>()
  return async (channel) => {
    const { channelId, userId } = channel
    const own = running.get(userId) ?? 0
    if (own >= TESTS_AT_ONCE) throw tooManyTests(1000)
    running.set(userId, own + 1)
    try {
      const limits = [
        ofPerson(`channel-test:${channelId}`, TESTS_PER_MINUTE, MINUTE),
        ofPerson(`channel-tests:${userId}`, TESTS_PER_MINUTE_EACH, MINUTE),
      ]
      const pauseMs = await countAttempts(parts.db, limits, parts.now())
      if (pauseMs > 0) throw tooManyTests(pauseMs)
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
  const waiting = { ...notification, dueAt: now() }
  await db.transaction().execute((tx) => insertNotifications(tx, [waiting], parts.claimer))
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
  return trySending(parts, { channel, target, message }, stopping)
}

function tooManyTests(pauseMs: number): ProblemError {
  return new ProblemError(429, 'channel.too-many-tests', 'Too many tests at once. Please try again in a minute.', {
    retryAfterSeconds: Math.ceil(pauseMs / 1000),
  })
}
