import { randomUUID } from 'node:crypto'
import type { Severity } from '@greenhouse/contract'
import { sql } from 'kysely'
import { insertEpisodes } from '../src/features/alerts/episodes/episode-store.ts'
import {
  NO_PLANT,
  type EpisodeChange,
  type StoredEpisode,
  type NotifyOptions,
} from '../src/features/alerts/episodes/episode.ts'
import { insertChannel } from '../src/features/notifications/channels/channel-store.ts'
import { sealTarget } from '../src/features/notifications/channels/channel-target.ts'
import { openDeliverer, type Deliverer } from '../src/features/notifications/outbox/deliverer.ts'
import { queueChanges, queueReminder } from '../src/features/notifications/outbox/queue-messages.ts'
import type { Message, Sender, SendResult, StoredTarget } from '../src/features/notifications/senders/message.ts'
import type { OpenDatabase } from '../src/platform/db/open.ts'
import { openSeal } from '../src/platform/secrets/seal.ts'
import { createWorld } from './world.ts'

const seal = openSeal(new Uint8Array(48), 'channels')

export type Send = (topic: string, message: Message, signal?: AbortSignal) => Promise<SendResult>
/** The longest interval of a timer. */
const NEVER_MS = 2 ** 31 - 1
export const OK: SendResult = { ok: true, answer: '200 OK' }

/** Opens an outbox with people and channels, whose deliverers use the test's senders and clock. */
export async function openOutbox(database: OpenDatabase) {
  const world = await createWorld({}, database)
  const { context } = world.app
  const { clock } = world
  const db = context.db
  const options = { newId: randomUUID, now: () => clock.now }
  return {
    world,
    clock,
    db,
    /**
     * Opens the deliverer of one process. It sends only when called, and its claims expire unless renewed.
     *
     * @param options `aheadMs`: how far its clock is ahead of that of the database
     */
    process(send: Send, { renewEveryMs = NEVER_MS, aheadMs = 0 } = {}): Deliverer {
      const sender: Sender = { send: (target, message, signal) => send(topicOf(target), message, signal) }
      const kinds = ['email', 'web-push', 'ntfy', 'gotify', 'telegram', 'apprise', 'webhook'] as const
      const senders = Object.fromEntries(kinds.map((kind) => [kind, sender])) as Record<(typeof kinds)[number], Sender>
      const addressOf = (path: string) => `https://greenhouse.example${path}`
      const claimer = {
        holder: randomUUID(),
        get clock() {
          return sql<number>`cast(${clock.now} as bigint)`
        },
        renewEveryMs,
      }
      return openDeliverer({
        db,
        log: context.log,
        seal,
        senders,
        addressOf,
        claimer,
        newId: randomUUID,
        now: () => clock.now + aheadMs,
      })
    },
    /** Adds a channel to a topic. */
    async channel(userId: string, topic: string, severities: readonly Severity[] = ['info', 'warning', 'critical']) {
      const channelId = randomUUID()
      const target: StoredTarget = { kind: 'ntfy', server: 'https://ntfy.example', topic, token: '' }
      const base = { channelId, userId, kind: 'ntfy' as const, name: topic, targetHash: null, isOn: true }
      const times = { confirmedAt: clock.now, createdAt: clock.now, answers: null }
      const sealedTarget = sealTarget(seal, target, channelId)
      await db
        .transaction()
        .execute((tx) => insertChannel(tx, { ...base, ...times, severities, sealedTarget }, Infinity))
      return channelId
    },
    remind: (userId: string, title: string) =>
      db.transaction().execute((tx) => queueReminder(tx, { userId, title, text: `Text of ${title}` }, options)),
    /** Opens an episode, and queues its messages. */
    async open(userId: string, more: Partial<StoredEpisode> = {}, notify: Partial<NotifyOptions> = {}) {
      const episode = episodeOf(userId, clock.now, more)
      const change: EpisodeChange = { what: 'opened', episode, notify: { ...NOTIFY, ...notify } }
      await db.transaction().execute(async (tx) => {
        await insertEpisodes(tx, [episode])
        await queueChanges(tx, [change], options)
      })
      return episode
    },
    /** Closes it, and queues the messages about that. */
    async close(episode: StoredEpisode, notify: Partial<NotifyOptions> = {}) {
      const closed = { closedAt: clock.now, closedValue: 20, closedWhy: 'back' as const, closedKnownAt: clock.now }
      const change: EpisodeChange = {
        what: 'closed',
        episode: { ...episode, ...closed },
        notify: { ...NOTIFY, ...notify },
      }
      await db.transaction().execute(async (tx) => {
        await tx
          .updateTable('episode')
          .set({ closed_at: clock.now, closed_value: 20, closed_why: 'back', closed_known_at: clock.now })
          .where('id', '=', episode.episodeId)
          .execute()
        await queueChanges(tx, [change], options)
      })
    },
    /** Lets time pass in steps, after each of which everything due is sent. */
    async pass(deliverer: Deliverer, ms: number, stepMs = 30_000) {
      for (const end = clock.now + ms; clock.now < end;) {
        clock.now = Math.min(clock.now + stepMs, end)
        await deliverer.settled()
      }
    },
  }
}

const NOTIFY: NotifyOptions = { channelIds: [], isMuted: false, notifyOnClose: true }

function topicOf(target: StoredTarget): string {
  return target.kind === 'ntfy' ? target.topic : ''
}

function episodeOf(userId: string, at: number, more: Partial<StoredEpisode>): StoredEpisode {
  const nothing = { ruleId: null, deviceKey: null, deviceId: null, seriesId: null, slot: null, channel: null }
  const open = {
    worstAt: null,
    worstValue: null,
    closedAt: null,
    closedValue: null,
    closedWhy: null,
    closedKnownAt: null,
  }
  const unseen = { acknowledgedAt: null, acknowledgedBy: null, acknowledgedNote: null, mutedUntil: null }
  return {
    episodeId: randomUUID(),
    householdId: userId,
    ruleName: '',
    deviceName: 'Tomato house',
    label: 'Temperature',
    unit: '°C',
    metric: 'temperature',
    kind: 'above',
    severity: 'warning',
    limit: 28,
    upperLimit: null,
    withinMinutes: null,
    clearAt: null,
    openedAt: at,
    openedValue: 31,
    knownAt: at,
    ...nothing,
    ...open,
    ...unseen,
    ...NO_PLANT,
    ...more,
  }
}
