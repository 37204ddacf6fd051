import type { Severity } from '@greenhouse/contract'
import type { Tx } from '../../../platform/db/schema.ts'
import type { AdviceMessage, Reminder } from '../../alerts/episodes/notification-queue.ts'
import type { EpisodeChange } from '../../alerts/episodes/episode.ts'
import { listTold } from '../../households/household-store.ts'
import { titleOf } from './compose.ts'
import { listStoredChannels, type StoredChannel } from '../channels/channel-store.ts'
import { insertNotifications, listNotified, listNotifiedSince, type NewNotification } from './notification-store.ts'
import { quietUntil } from '../channels/quiet-hours.ts'
import type { NotifiedEpisode } from './notified-store.ts'
import { findSettings } from '../../settings/setting-store.ts'
import { findQuietHours } from '../channels/quiet-hours-store.ts'
import { noteNotified } from './notified-store.ts'

interface Options {
  readonly newId: () => string
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Writes messages about changes of episodes of any people, with the same instant for all. */
export async function queueChanges(tx: Tx, changes: readonly EpisodeChange[], options: Options): Promise<void> {
  const notified = changes.filter(({ what, notify }) => !notify.isMuted && (what === 'opened' || notify.notifyOnClose))
  const byHousehold = Map.groupBy(notified, ({ episode }) => episode.householdId)
  for (const [householdId, people] of await listTold(tx, [...byHousehold.keys()]))
    for (const userId of people) await queueChangesFor(tx, userId, byHousehold.get(householdId) ?? [], options)
}

async function queueChangesFor(tx: Tx, userId: string, own: readonly EpisodeChange[], options: Options): Promise<void> {
  const person = await openPerson(tx, userId, options)
  if (person.channels.length === 0) return
  const opened = new Set(own.filter(({ what }) => what === 'opened').map(({ episode }) => episode.episodeId))
  const earlier = own.filter(({ what, episode }) => what === 'closed' && !opened.has(episode.episodeId))
  const notifiedBefore = await listNotified(
    tx,
    earlier.map(({ episode }) => episode.episodeId),
  )
  const messages = own.flatMap((change) => {
    const { what, episode, notify } = change
    // A closing without a notified opening would only confuse.
    const before =
      what === 'closed' && !opened.has(episode.episodeId) ? notifiedBefore.get(episode.episodeId) : undefined
    const channels = person
      .channelsFor(episode.severity, notify.channelIds)
      .filter(({ channelId }) => what === 'opened' || opened.has(episode.episodeId) || before?.has(channelId) === true)
    const { episodeId, severity } = episode
    return person.messagesTo(channels, { what, episodeId, severity, title: titleOf(what, episode), text: null })
  })
  await insertNotifications(tx, messages)
  await noteNotified(tx, [...opened], options.now())
}

/** Writes a reminder to a person: to every channel that takes what is for information. */
export async function queueReminder(tx: Tx, { userId, title, text }: Reminder, options: Options): Promise<void> {
  const about = { what: 'reminder' as const, episodeId: null, severity: 'info' as const, title, text }
  const person = await openPerson(tx, userId, options)
  await insertNotifications(tx, person.messagesTo(person.channelsFor('info', []), about))
}

/** Writes advice to the members who get the messages of a household: to every channel that takes its severity. */
export async function queueAdvice(
  tx: Tx,
  { householdId, severity, wordsFor }: AdviceMessage,
  options: Options,
): Promise<void> {
  for (const person of await openPeople(tx, householdId, options)) {
    const channels = person.channelsFor(severity, [])
    if (channels.length === 0) continue
    const words = wordsFor(await findSettings(tx, person.userId))
    const about = { what: 'advice' as const, episodeId: null, severity, ...words }
    await insertNotifications(tx, person.messagesTo(channels, about))
  }
}

export async function queueRepetition(
  tx: Tx,
  episode: Pick<NotifiedEpisode, 'episodeId' | 'householdId' | 'severity' | 'everyMs'>,
  channelIds: readonly string[],
  options: Options,
): Promise<void> {
  const { episodeId, householdId, severity, everyMs } = episode
  // Where something about it still waits, as in quiet hours, or came just now, as after them, there is nothing to repeat.
  const lately = await listNotifiedSince(tx, episodeId, options.now() - everyMs / 2)
  const about = { what: 'repeated' as const, episodeId, severity, title: null, text: null }
  for (const person of await openPeople(tx, householdId, options)) {
    const channels = person.channelsFor(severity, channelIds).filter(({ channelId }) => !lately.has(channelId))
    await insertNotifications(tx, person.messagesTo(channels, about))
  }
}

type About = Pick<NewNotification, 'what' | 'episodeId' | 'severity' | 'title' | 'text'>

/** Opens the members of a household who get its messages. */
async function openPeople(tx: Tx, householdId: string, options: Options) {
  const people = []
  for (const userId of (await listTold(tx, [householdId])).get(householdId) ?? [])
    people.push(await openPerson(tx, userId, options))
  return people
}

async function openPerson(tx: Tx, userId: string, { newId, now }: Options) {
  const all = await listStoredChannels(tx, userId)
  const channels = all.filter(({ isOn, confirmedAt }) => isOn && confirmedAt !== null)
  const quiet = channels.length === 0 ? null : await findQuietHours(tx, userId)
  const createdAt = now()
  return {
    userId,
    channels,
    /** Returns the channels of a rule, or all that accept its severity when the rule has none left. */
    channelsFor(severity: Severity, named: readonly string[]): StoredChannel[] {
      const isNamed = all.some(({ channelId }) => named.includes(channelId))
      return channels.filter(({ channelId, severities }) =>
        isNamed ? named.includes(channelId) : severities.includes(severity),
      )
    },
    messagesTo: (to: readonly StoredChannel[], about: About): NewNotification[] =>
      to.map(({ channelId }) => {
        // Critical messages ignore quiet hours.
        const later = about.severity === 'critical' ? undefined : quietUntil(quiet, createdAt)
        return { ...about, notificationId: newId(), userId, channelId, createdAt, dueAt: later ?? createdAt }
      }),
  }
}
