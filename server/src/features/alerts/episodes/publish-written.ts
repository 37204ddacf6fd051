import { toEpisode, type StoredEpisode } from './episode.ts'
import { episodeToAlert } from './every-alert.ts'
import { publishAlerts, publishEpisodes } from './publish-episodes.ts'
import type { Hub } from '../../../platform/live/hub.ts'
import type { EpisodeWriting, WrittenEpisodes } from './write-episodes.ts'

/** Publishes what is committed, counts it, and has messages sent. */
export function publishWritten(hub: Hub, all: readonly WrittenEpisodes[], writing: EpisodeWriting): void {
  showWritten(hub, all, writing)
  if (all.length > 0) writing.notifications.wake()
}

/** Publishes what is committed, one message of each kind a household, and counts it. */
export function showWritten(hub: Hub, all: readonly WrittenEpisodes[], writing: EpisodeWriting): void {
  for (const { householdId, opened, entry, episodes, minute } of all) {
    if (minute) writing.budget.keep(minute, writing.now())
    const own = entry ? [entry] : []
    publishAlerts(hub, householdId, (celsius) => [...opened.map((one) => episodeToAlert(one, celsius)), ...own])
    publishEpisodes(hub, householdId, episodes.map(beginning))
  }
}

/** The worst value of an episode that has just begun is its first. */
function beginning(episode: StoredEpisode) {
  const { closedAt, openedAt, openedValue } = episode
  if (closedAt !== null || openedValue === null) return toEpisode(episode)
  return toEpisode({ ...episode, worstAt: openedAt, worstValue: openedValue })
}
