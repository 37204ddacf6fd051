import type { Episode, Rule } from '@greenhouse/contract'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { endOfDay, startOfDay } from '../../lib/dates.ts'
import { queryKeys, refetchOutdated, type AlertFilter } from '../query-keys.ts'
import { alertYears, EPISODES_PAGE, newestEpisodes, openEpisodes } from './episode-queries.ts'

type AlertYear = { year: number; count: number }
type Pages = InfiniteData<Episode[], string>

export function applyEpisodes(client: QueryClient, episodes: readonly Episode[]): void {
  for (const episode of episodes) {
    client.setQueryData(openEpisodes.queryKey, (known) => known && withOpen(known, episode))
    client.setQueryData(newestEpisodes.queryKey, (known) => known && withNewest(known, episode))
    for (const [queryKey] of client.getQueriesData<Pages>({ queryKey: queryKeys.alerts.closed })) {
      // Keys under these prefixes are made by queryKeys only.
      const filter = queryKey[2] as AlertFilter
      client.setQueryData<Pages>(queryKey, (known) => known && withClosed(known, episode, filter))
    }
    for (const [queryKey] of client.getQueriesData<Episode[]>({ queryKey: queryKeys.alerts.ofRanges })) {
      const [, , deviceIds, from, to] = queryKey as ReturnType<typeof queryKeys.alerts.between>
      const range = { deviceIds, from, to }
      client.setQueryData<Episode[]>(queryKey, (known) => known && withinRange(known, episode, range))
    }
    client.setQueryData(alertYears.queryKey, (known) => known && withYear(known, yearOf(episode)))
    const open = client.getQueryData(openEpisodes.queryKey) ?? []
    client.setQueryData<Rule[]>(queryKeys.conditions.ofDevices, (known) => known && withState(known, episode, open))
  }
  void refetchOutdated(client, [queryKeys.alerts.deliveries])
}

function yearOf({ openedAt }: Pick<Episode, 'openedAt'>): number {
  return new Date(openedAt).getFullYear()
}

export function passes(episode: Episode, { year, deviceId, severity, day }: AlertFilter): boolean {
  return (
    (year === undefined || yearOf(episode) === year) &&
    (deviceId === undefined || episode.deviceId === deviceId) &&
    (severity === undefined || episode.severity === severity) &&
    (day === undefined || wasOpenOn(episode, day))
  )
}

function wasOpenOn({ openedAt, closedAt }: Episode, day: string): boolean {
  return openedAt <= endOfDay(day).toISOString() && (closedAt === null || closedAt >= startOfDay(day).toISOString())
}

/** Newest first, without closed episodes. */
function withOpen(known: readonly Episode[], episode: Episode): Episode[] {
  const others = known.filter(({ episodeId }) => episodeId !== episode.episodeId)
  if (episode.closedAt !== null || episode.kind === 'note') return others
  if (others.length < known.length) return known.map((one) => (one.episodeId === episode.episodeId ? episode : one))
  return inserted(others, episode)
}

function withNewest(known: readonly Episode[], episode: Episode): Episode[] {
  const isKnown = known.some(({ episodeId }) => episodeId === episode.episodeId)
  return isKnown ? known.map((one) => (one.episodeId === episode.episodeId ? episode : one)) : [episode, ...known]
}

function withClosed(known: Pages, episode: Episode, filter: AlertFilter): Pages {
  const isKnown = known.pages.some((page) => page.some(({ episodeId }) => episodeId === episode.episodeId))
  if (isKnown) return { ...known, pages: known.pages.map((page) => replaced(page, episode)) }
  if (episode.closedAt === null || !passes(episode, filter)) return known
  const after = known.pages.findIndex((page) => (page.at(-1)?.openedAt ?? '') < episode.openedAt)
  const hasMore = (known.pages.at(-1)?.length ?? 0) >= EPISODES_PAGE
  // The episode belongs to a page that is not loaded.
  if (after === -1 && hasMore) return known
  const at = after === -1 ? known.pages.length - 1 : after
  return { ...known, pages: known.pages.map((page, index) => (index === at ? inserted(page, episode) : page)) }
}

function withinRange(
  known: readonly Episode[],
  episode: Episode,
  { deviceIds, from, to }: { deviceIds: readonly string[]; from: string; to: string },
): Episode[] {
  if (known.some(({ episodeId }) => episodeId === episode.episodeId)) return replaced(known, episode)
  const touches = episode.openedAt <= to && (episode.closedAt ?? to) >= from
  return touches && deviceIds.some((id) => id === episode.deviceId) ? inserted(known, episode) : [...known]
}

function replaced(known: readonly Episode[], episode: Episode): Episode[] {
  return known.map((one) => (one.episodeId === episode.episodeId ? episode : one))
}

function inserted(known: readonly Episode[], episode: Episode): Episode[] {
  const at = known.findIndex(({ openedAt }) => openedAt <= episode.openedAt)
  return at === -1 ? [...known, episode] : known.toSpliced(at, 0, episode)
}

/** The number of a year is refetched with the page. */
function withYear(known: readonly AlertYear[], year: number): AlertYear[] {
  if (known.some((one) => one.year === year)) return [...known]
  return [...known, { year, count: 1 }].toSorted((one, other) => other.year - one.year)
}

/** A rule on any device may have other open episodes. */
function withState(known: readonly Rule[], { ruleId, closedAt }: Episode, open: readonly Episode[]): Rule[] {
  const isBroken = closedAt === null || open.some((one) => one.ruleId === ruleId)
  return known.map((rule) => (rule.ruleId === ruleId ? { ...rule, isBroken } : rule))
}
