import { setTimeout as wait } from 'node:timers/promises'
import { severities } from '@greenhouse/contract'
import type { Db } from '../../../platform/db/schema.ts'
import type { Seal } from '../../../platform/secrets/seal.ts'
import type { Log } from '../../../platform/log.ts'
import { deleteChannel, findAnyChannel, noteAnswers, type StoredChannel } from '../channels/channel-store.ts'
import { hostOfTarget, openTarget } from '../channels/channel-target.ts'
import { renewClaim, type Claimer } from './claim-store.ts'
import { compose, composeList } from './compose.ts'
import { keepNewest } from './delivery-log-store.ts'
import {
  claim,
  ClaimedByOther,
  deleteNotification,
  endTry,
  failWaiting,
  listDue,
  listSentSince,
  mergeInto,
  postponeDue,
  type StoredNotification,
} from './notification-store.ts'
import type { HostPauses } from './host-pauses.ts'
import { nextTry, RESTED_MS } from './retry.ts'
import type { Message, Sender, SendResult, StoredTarget } from '../senders/message.ts'
import { planSending } from './storm.ts'

/** Upper bound of one attempt, independent of the sender. */
const TRY_MS = 45_000
/** Messages that are looked at together; more of them in the next turn. */
const DUE_AT_ONCE = 2000
const MINUTE_MS = 60_000
const KEPT_MAX = 200
/** A message waits this long for its owner to enter the secret of the channel again: as long as messages are kept. */
const UNREADABLE_FOR_MS = 30 * 86_400_000
/** A process may be started with the right secret. */
const UNREADABLE_AGAIN_MS = 3_600_000

export interface DeliveryParts {
  readonly db: Db
  readonly log: Log
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly newId: () => string
  readonly seal: Seal
  readonly senders: Readonly<Record<StoredChannel['kind'], Sender>>
  readonly addressOf: (path: string) => string
  readonly claimer: Claimer
  readonly hosts: HostPauses
  readonly noteTry: (channel: StoredChannel, state: 'sent' | 'failed' | 'waiting', answer: string) => void
  /** Called when nothing, not even a new message, may be sent to a channel before an instant. */
  readonly rest: (channelId: string, until: number) => void
}

/**
 * Sends the due messages of a channel in order until none is due or one fails. Claims each message first, so that
 * processes never send to one channel at once.
 */
export async function deliverTo(parts: DeliveryParts, channelId: string, signal: AbortSignal): Promise<void> {
  const { db, now } = parts
  while (!signal.aborted) {
    const channel = await findAnyChannel(db, channelId)
    const due = channel ? await listDue(db, channelId, now(), DUE_AT_ONCE) : []
    if (!channel || due.length === 0) break
    const target = openTarget(parts.seal, channel.sealedTarget, channelId)
    const why = whyNot(channel)
    if (why !== undefined) {
      await failWaiting(db, channelId, now(), why)
      break
    }
    if (!target) {
      await waitForSecret(parts, channelId)
      break
    }
    if (await waitsForHost(parts, channel, target)) return
    if (!(await sendDue(parts, { channel, target, due }, signal))) break
  }
  await keepNewest(db, channelId, { most: KEPT_MAX, sentFrom: now() - MINUTE_MS })
}

export const UNREADABLE = 'The secret of the channel can’t be read. Enter it again.'

/** Puts off what is due to a channel whose secret can't be read, until its owner enters it again. */
async function waitForSecret({ db, now, claimer }: DeliveryParts, channelId: string): Promise<void> {
  await failWaiting(db, channelId, now() - UNREADABLE_FOR_MS, UNREADABLE)
  await postponeDue(db, channelId, claimer, { now: now(), until: now() + UNREADABLE_AGAIN_MS, why: UNREADABLE })
}

/** Returns why nothing is sent to a channel; undefined for one that is on and confirmed. */
function whyNot(channel: StoredChannel): string | undefined {
  if (!channel.isOn) return 'The channel was turned off.'
  return channel.confirmedAt === null ? 'The address is not confirmed.' : undefined
}

/** Puts off what is due to a host that did not answer a moment ago, unless the channel has answered before. */
async function waitsForHost(parts: DeliveryParts, channel: StoredChannel, target: StoredTarget): Promise<boolean> {
  const { db, now, claimer, hosts } = parts
  const until = channel.answers === true ? undefined : hosts.untilOf(hostOfTarget(target) ?? '')
  if (until === undefined) return false
  const why = 'Waits: its server did not answer a moment ago.'
  await postponeDue(db, channel.channelId, claimer, { now: now(), until, why })
  return true
}

interface Due {
  readonly channel: StoredChannel
  readonly target: StoredTarget
  readonly due: readonly StoredNotification[]
}

/** Sends the first of the messages, or many of them in a list. Returns whether the next may follow. */
async function sendDue(parts: DeliveryParts, { channel, target, due }: Due, signal: AbortSignal): Promise<boolean> {
  const { db, now, claimer } = parts
  const { channelId } = channel
  const isCritical = due.some(({ severity }) => severity === 'critical')
  const sent = await listSentSince(db, channelId, now() - MINUTE_MS)
  const plan = planSending({ count: due.length, isCritical }, sent)
  if (plan.send === 'nothing') {
    const why = 'Waits: there are many within a minute.'
    await postponeDue(db, channelId, claimer, { now: now(), until: plan.until, why })
    return false
  }
  const claimed = await claimNext(parts, due, plan.send === 'list')
  if (!claimed) return false
  const [message] = await compose(db, [claimed], parts)
  if (!message) {
    await deleteNotification(db, claimed.notificationId)
    return true
  }
  const result = await trySending(parts, { channel, target, message }, signal)
  return end(parts, { channel, notification: claimed, message, result, isStopped: signal.aborted })
}

interface Attempt {
  readonly channel: StoredChannel
  readonly target: StoredTarget
  readonly message: Message
}

/** Sends a claimed message once, renews its claim meanwhile, and notes whether the channel answers. */
export async function trySending(
  parts: DeliveryParts,
  { channel, target, message }: Attempt,
  signal: AbortSignal,
): Promise<SendResult> {
  const { db, log, claimer, hosts, senders } = parts
  const renewal = setInterval(() => {
    renewClaim(db, claimer, message.id).catch((error: unknown) =>
      log.warn({ event: 'notification.claim-not-renewed', err: error }),
    )
  }, claimer.renewEveryMs)
  const result = await sendOnce(senders[channel.kind], { target, message }, signal).finally(() =>
    clearInterval(renewal),
  )
  const host = hostOfTarget(target)
  if (!result.ok && result.isTimeout === true && host !== undefined) hosts.pause(host)
  if (result.ok || result.isTimeout === true) await noteAnswers(db, channel, result.ok)
  return result
}

/** Sends once. Resolves also when the sender fails or hangs. */
async function sendOnce(
  sender: Sender,
  { target, message }: Pick<Attempt, 'target' | 'message'>,
  signal: AbortSignal,
): Promise<SendResult> {
  const over = new AbortController()
  const ending = AbortSignal.any([signal, over.signal])
  const late = wait(TRY_MS, undefined, { signal: ending, ref: false })
    .then((): SendResult => ({ ok: false, answer: 'There was no answer in time.', isTimeout: true }))
    .catch((): SendResult => ({ ok: false, answer: 'The server was stopped.' }))
  try {
    return await Promise.race([sender.send(target, message, ending), late])
  } catch {
    return { ok: false, answer: 'The message could not be sent because of a fault of this server.' }
  } finally {
    over.abort()
  }
}

/** Claims the first message, or a list of all never tried: a tried one may have arrived and keeps its id. */
async function claimNext(
  parts: DeliveryParts,
  due: readonly StoredNotification[],
  inList: boolean,
): Promise<StoredNotification | undefined> {
  const { db, now, claimer } = parts
  const [first] = due
  if (!first) return undefined
  const untried = due.filter(({ attempts }) => attempts === 0)
  if (inList && first.attempts === 0 && untried.length > 1) return claimList(parts, first, untried)
  return (await db.transaction().execute((tx) => claim(tx, first, claimer, now()))) ? first : undefined
}

async function claimList(
  parts: DeliveryParts,
  { userId, channelId }: StoredNotification,
  merged: readonly StoredNotification[],
): Promise<StoredNotification | undefined> {
  const { db, now, newId, claimer } = parts
  const severity = severities.findLast((one) => merged.some((each) => each.severity === one)) ?? 'info'
  const texts = await composeList(db, merged, parts)
  const createdAt = now()
  const about = { notificationId: newId(), userId, channelId, episodeId: null, what: 'digest' as const }
  const list = { ...about, severity, ...texts, createdAt, dueAt: createdAt }
  const ids = merged.map(({ notificationId }) => notificationId)
  try {
    await db.transaction().execute((tx) => mergeInto(tx, list, ids, claimer))
  } catch (error) {
    if (error instanceof ClaimedByOther) return undefined
    throw error
  }
  return { ...list, attempts: 0 }
}

interface Tried {
  readonly channel: StoredChannel
  readonly notification: StoredNotification
  readonly message: Message
  readonly result: SendResult
  readonly isStopped: boolean
}

async function end(parts: DeliveryParts, tried: Tried): Promise<boolean> {
  const { channel, notification, message, result, isStopped } = tried
  const { db, now, claimer, noteTry, rest } = parts
  const { channelId, userId } = channel
  const ending = { title: message.title, answer: result.answer, at: now() }
  if (result.ok) {
    await endTry(db, notification, { ...ending, state: 'sent', dueAt: null })
    noteTry(channel, 'sent', result.answer)
    return true
  }
  if (isStopped) {
    await endTry(db, notification, { ...ending, state: 'waiting', dueAt: now() })
    return false
  }
  if (result.isGone === true) {
    await deleteChannel(db, userId, channelId)
    noteTry(channel, 'failed', result.answer)
    return false
  }
  const again = result.isFinal === true ? null : nextTryOf(notification, now(), result.retryAfterSeconds)
  const state = again === null ? 'failed' : 'waiting'
  await endTry(db, notification, { ...ending, state, dueAt: again })
  noteTry(channel, state, result.answer)
  if (again === null) return true
  rest(channelId, now() + Math.max(RESTED_MS, (result.retryAfterSeconds ?? 0) * 1000))
  await postponeDue(db, channelId, claimer, { now: now(), until: again, why: 'Waits for the message before it.' })
  return false
}

function nextTryOf({ attempts, createdAt }: StoredNotification, now: number, asked = 0): number | null {
  return nextTry({ attempts: attempts + 1, createdAt }, now, { asked })
}
