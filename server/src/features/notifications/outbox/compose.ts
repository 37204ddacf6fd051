import { severities } from '@greenhouse/contract'
import { toEpisode, type StoredEpisode } from '../../alerts/episodes/episode.ts'
import { closingText, durationText, openingText } from '../../alerts/episodes/episode-words.ts'
import { findEpisodesById } from '../../alerts/episodes/episode-store.ts'
import { findSettings } from '../../settings/setting-store.ts'
import type { Db } from '../../../platform/db/schema.ts'
import type { StoredNotification } from './notification-store.ts'
import type { Message } from '../senders/message.ts'

/** A message that waited longer says when it happened. */
const LATE_MS = 5 * 60_000
const LISTED_MAX = 20

const PAGES: Partial<Record<StoredNotification['what'], string>> = {
  advice: '/weather',
  reminder: '/',
  test: '/notifications',
}

interface Options {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly addressOf: (path: string) => string
}

/**
 * Composes messages from the current facts in the reader's units; drops those about deleted episodes and repetitions
 * about closed, acknowledged or muted ones.
 */
export async function compose(
  db: Db,
  notifications: readonly StoredNotification[],
  options: Options,
): Promise<Message[]> {
  const [first] = notifications
  if (!first) return []
  const episodes = await findEpisodesById(db, idsOf(notifications))
  const isPast = ({ what, episodeId }: StoredNotification) =>
    what === 'repeated' && !isUnseen(episodes.get(episodeId ?? ''), options.now())
  const { celsius, browserFormat, locale } = await findSettings(db, first.userId)
  const reader = { celsius, locale: browserFormat ? (locale ?? undefined) : undefined }
  return notifications.flatMap((notification) => {
    const { episodeId } = notification
    const episode = episodeId === null ? undefined : episodes.get(episodeId)
    if ((episodeId !== null && !episode) || isPast(notification)) return []
    return [messageOf(notification, episode, { ...options, ...reader })]
  })
}

/** Returns the title and text of one message in place of many. It names the gravest; of those, first the ones still open. */
export async function composeList(
  db: Db,
  notifications: readonly StoredNotification[],
  options: Options,
): Promise<{ title: string; text: string }> {
  const episodes = await findEpisodesById(db, idsOf(notifications))
  const weight = ({ severity, episodeId }: StoredNotification) =>
    2 * severities.indexOf(severity) + (episodes.get(episodeId ?? '')?.closedAt === null ? 1 : 0)
  const named = new Set(notifications.toSorted((one, other) => weight(other) - weight(one)).slice(0, LISTED_MAX))
  const messages = await compose(
    db,
    notifications.filter((one) => named.has(one)),
    options,
  )
  const listed = messages.map(({ title, body }) => `• ${title}: ${body}`)
  const more = notifications.length - named.size
  return {
    title: `${notifications.length} messages`,
    text: [...listed, ...(more > 0 ? [`… and ${more} more.`] : [])].join('\n'),
  }
}

function idsOf(notifications: readonly StoredNotification[]): string[] {
  return notifications.flatMap(({ episodeId }) => episodeId ?? [])
}

function messageOf(
  notification: StoredNotification,
  episode: StoredEpisode | undefined,
  { now, addressOf, celsius, locale }: Options & { readonly celsius: boolean; readonly locale: string | undefined },
): Message {
  const { notificationId, what, severity, createdAt } = notification
  const late = now() - createdAt
  const when = late > LATE_MS && what !== 'digest' ? ` This was ${durationText(late)} ago.` : ''
  const base = { id: notificationId, what, severity, at: createdAt }
  if (!episode) {
    const { title, text } = notification
    const url = addressOf(PAGES[what] ?? '/alerts')
    const facts = { type: what, title, text }
    return { ...base, title: title ?? '', body: `${text ?? ''}${when}`, url, episodeId: null, facts }
  }
  const body = (what === 'closed' ? closingText : openingText)(episode, celsius, locale)
  return {
    ...base,
    title: titleOf(what, episode),
    body: `${body}${what === 'repeated' ? stillText(episode, now()) : ''}${when}`,
    url: addressOf(`/alerts?episode=${episode.episodeId}`),
    episodeId: episode.episodeId,
    facts: { type: `episode.${what}`, episode: toEpisode(episode) },
  }
}

function isUnseen(episode: StoredEpisode | undefined, now: number): boolean {
  return !!episode && episode.closedAt === null && episode.acknowledgedAt === null && (episode.mutedUntil ?? 0) <= now
}

export function titleOf(what: StoredNotification['what'], { severity, deviceName, ruleName }: StoredEpisode): string {
  const name = ruleName === '' ? deviceName : ruleName
  if (what === 'closed') return `Over: ${name}`
  if (what === 'repeated') return `Still open: ${name}`
  return severity === 'critical' ? `Critical: ${name}` : name
}

function stillText({ openedAt }: StoredEpisode, now: number): string {
  return ` It has been so for ${durationText(now - openedAt)}, and nobody has acknowledged it.`
}
