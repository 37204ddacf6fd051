import { EPISODES_PER_PAGE_MAX, episodeRoutes, fromTimestamp, type Episode } from '@greenhouse/contract'
import type * as z from 'zod/mini'
import type { Context } from '../../../platform/context.ts'
import type { Db, Tx } from '../../../platform/db/schema.ts'
import { found } from '../../../platform/problem.ts'
import { findUser } from '../../users/user-store.ts'
import { toEpisode, type StoredEpisode } from './episode.ts'
import {
  acknowledgeEpisodes,
  countOwn,
  muteEpisode,
  withdrawAcknowledgements,
  type Acknowledgement,
  type OwnEpisodes,
} from './answer-store.ts'
import { countDays } from './episode-days.ts'
import { findEpisode, type EpisodeFilter } from './episode-store.ts'
import { countYears, findPlace, listEntries } from './list-entries.ts'
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

  serve(episodeRoutes.days, ({ query: { from, to, timeZone = 'UTC' } }, { householdId }) =>
    countDays(db, householdId, { from, to, timeZone, now: now() }),
  )

  serve(episodeRoutes.years, ({ query: { timeZone = 'UTC' } }, { householdId }) =>
    countYears(db, householdId, timeZone),
  )

  serve(episodeRoutes.acknowledge, async ({ params: { episodeId }, body }, { householdId, userId }) => {
    found(await findEpisode(db, householdId, episodeId), 'episode')
    await acknowledgeEpisodes(db, { householdId, episodeIds: [episodeId] }, await answerOf(userId, body?.note))
    return publishChanged(householdId, episodeId)
  })

  serve(episodeRoutes.withdraw, async ({ params: { episodeId } }, { householdId, userId }) => {
    found(await findEpisode(db, householdId, episodeId), 'episode')
    await withdrawAcknowledgements(db, { householdId, episodeIds: [episodeId] }, { userId, now: now() })
    return publishChanged(householdId, episodeId)
  })

  serve(episodeRoutes.acknowledgeMany, async ({ body }, { householdId, userId }) => {
    const answer = await answerOf(userId, body.note)
    await changeAll(db, { householdId, episodeIds: body.episodeIds }, (tx, own) => acknowledgeEpisodes(tx, own, answer))
  })

  serve(episodeRoutes.withdrawMany, ({ body }, { householdId, userId }) =>
    changeAll(db, { householdId, episodeIds: body.episodeIds }, (tx, own) =>
      withdrawAcknowledgements(tx, own, { userId, now: now() }),
    ),
  )

  serve(episodeRoutes.mute, async ({ params: { episodeId }, body: { until } }, { householdId }) => {
    found(await findEpisode(db, householdId, episodeId), 'episode')
    await muteEpisode(db, { householdId, episodeId }, until === null ? null : fromTimestamp(until))
    return publishChanged(householdId, episodeId)
  })

  async function answerOf(userId: string, note = ''): Promise<Acknowledgement> {
    const user = await findUser(db, userId)
    return { at: now(), by: user?.firstName ?? '', userId, note: note === '' ? null : note }
  }

  /** Returns an episode as it is now, and shows it to the other browsers of its owner. */
  async function publishChanged(householdId: string, episodeId: string): Promise<Episode> {
    const stored: StoredEpisode = found(await findEpisode(db, householdId, episodeId), 'episode')
    const episode = toEpisode(await withWorst(timeSeries, stored, now()))
    publishEpisodes(hub, householdId, [episode])
    return episode
  }
}

/** Changes all episodes, or none when one is not of the household. */
async function changeAll(
  db: Db,
  { householdId, episodeIds: ids }: OwnEpisodes,
  change: (tx: Tx, episodes: OwnEpisodes) => Promise<void>,
): Promise<void> {
  const episodeIds = [...new Set(ids)]
  await db.transaction().execute(async (tx) => {
    const own = await countOwn(tx, householdId, episodeIds)
    found(own === episodeIds.length || undefined, 'episode')
    await change(tx, { householdId, episodeIds })
  })
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
