import type { ClosingReason } from '@greenhouse/contract'
import { closedBy, type Extreme, type StoredEpisode } from './episode.ts'
import { closeEpisode } from './episode-store.ts'
import { worstBefore } from './worst-value.ts'
import type { Tx } from '../../../platform/db/schema.ts'
import type { TimeSeries } from '@greenhouse/timeseries'
import type { WrittenEpisodes } from './write-episodes.ts'

/** An open episode that may end for another reason than a value, and its worst value so far. */
export interface Endable {
  readonly episode: StoredEpisode
  readonly worst: Extreme | undefined
}

/** Reads the worst values of open episodes; outside of a transaction, since it reads the series. */
export async function readEndable(
  timeSeries: Pick<TimeSeries, 'points' | 'raw'>,
  open: Iterable<StoredEpisode>,
  now: number,
): Promise<Endable[]> {
  const endable: Endable[] = []
  for (const episode of open) endable.push({ episode, worst: await worstBefore(timeSeries, episode, now + 1) })
  return endable
}

/**
 * Closes open episodes without notifying anyone: their owner caused it.
 *
 * @param whyOf returns why an episode closes; undefined to keep it
 */
export async function endEpisodes(
  tx: Tx,
  endable: readonly Endable[],
  whyOf: (episode: StoredEpisode) => ClosingReason | undefined,
  now: number,
): Promise<WrittenEpisodes[]> {
  const ended: StoredEpisode[] = []
  for (const { episode, worst } of endable) {
    const closedWhy = whyOf(episode)
    if (closedWhy === undefined) continue
    const closedAt = Math.max(now, episode.openedAt)
    const closed = closedBy(episode, { closedAt, closedValue: null, closedWhy, closedKnownAt: now, worst })
    if (await closeEpisode(tx, episode.episodeId, closed)) ended.push(closed)
  }
  return [...Map.groupBy(ended, ({ householdId }) => householdId)].map(([householdId, episodes]) => ({
    householdId,
    opened: [],
    episodes,
  }))
}
