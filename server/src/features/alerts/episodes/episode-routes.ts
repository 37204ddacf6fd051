import { EPISODES_PER_PAGE_MAX, episodeRoutes, fromTimestamp, type Episode } from '@greenhouse/contract'
import type * as z from 'zod/mini'
import type { Context } from '../../../platform/context.ts'
import { found } from '../../../platform/problem.ts'
import { findUser } from '../../users/user-store.ts'
import { toEpisode, type StoredEpisode } from './episode.ts'
import { acknowledgeEpisode, muteEpisode } from './answer-store.ts'
import { findEpisode, type EpisodeFilter } from './episode-store.ts'
import { findPlace, listEntries } from './list-entries.ts'
import { noteToEpisode } from './note-store.ts'
import { publishEpisodes } from './publish-episodes.ts'
import { withWorst } from './worst-value.ts'
import { yearRange } from './year-range.ts'

/** Episodes in a reply whose query names no limit. */
const PER_PAGE = 50

export function serveEpisodes({ db, hub, now, serve, timeSeries }: Context): void {
  serve(episodeRoutes.list, async ({ query }, { householdId }) => {
    const { before, limit = PER_PAGE } = query
    const after = before === undefined ? undefined : found(await findPlace(db, householdId, before), 'episode')
    const most = Math.min(Number(limit), EPISODES_PER_PAGE_MAX)
    const entries = await listEntries(db, householdId, { ...filterOf(query), after, limit: most })
    const episodes: Episode[] = []
    for (const { episode, note } of entries) {
      if (episode) episodes.push(toEpisode(await withWorst(timeSeries, episode, now())))
      else if (note) episodes.push(noteToEpisode(note))
    }
    return episodes
  })

  serve(episodeRoutes.acknowledge, async ({ params: { episodeId } }, { householdId, userId }) => {
    found(await findEpisode(db, householdId, episodeId), 'episode')
    const user = await findUser(db, userId)
    await acknowledgeEpisode(db, { householdId, episodeId }, { at: now(), by: user?.firstName ?? '' })
    return publishChanged(householdId, episodeId)
  })

  serve(episodeRoutes.mute, async ({ params: { episodeId }, body: { until } }, { householdId }) => {
    found(await findEpisode(db, householdId, episodeId), 'episode')
    await muteEpisode(db, { householdId, episodeId }, until === null ? null : fromTimestamp(until))
    return publishChanged(householdId, episodeId)
  })

  /** Returns an episode as it is now, and shows it to the other browsers of its owner. */
  async function publishChanged(householdId: string, episodeId: string): Promise<Episode> {
    const stored: StoredEpisode = found(await findEpisode(db, householdId, episodeId), 'episode')
    const episode = toEpisode(await withWorst(timeSeries, stored, now()))
    publishEpisodes(hub, householdId, [episode])
    return episode
  }
}

type ListQuery = z.output<typeof episodeRoutes.list.query>

function filterOf({ state, year, timeZone = 'UTC', from, to, ...query }: ListQuery): Omit<EpisodeFilter, 'limit'> {
  const whole = year === undefined ? undefined : yearRange(Number(year), timeZone)
  return {
    state,
    openedFrom: whole?.from,
    openedBefore: whole?.before,
    from: from === undefined ? undefined : fromTimestamp(from),
    to: to === undefined ? undefined : fromTimestamp(to),
    knownAfter: query.knownAfter === undefined ? undefined : fromTimestamp(query.knownAfter),
    deviceId: query.deviceId,
    severity: query.severity,
  }
}
