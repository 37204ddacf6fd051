import { sensorTypeOf, toTimestamp, type Alert } from '@greenhouse/contract'
import type { StoredEpisode } from './episode.ts'
import type { EpisodeFilter } from './episode-store.ts'
import { openingText } from './episode-words.ts'
import { listEntries, type Entry } from './list-entries.ts'
import type { StoredNote } from './note-store.ts'
import { findSettings } from '../../settings/setting-store.ts'
import { pagesOf } from '../../../platform/db/pages.ts'
import type { Db } from '../../../platform/db/schema.ts'
import type { Member } from '../../../platform/http/serve.ts'
import { listPieces } from '../../../platform/http/list-pieces.ts'

/** Alerts fetched at once. */
const PAGE = 1000

/** Alerts are a household's, and their text is in the unit of who reads it. */
type Reader = Pick<Member, 'householdId' | 'userId'>

/** The household's alerts that the filter lets through, newest first, as pieces of a JSON list. */
export async function* everyAlert(
  db: Db,
  { householdId, userId }: Reader,
  filter: Omit<EpisodeFilter, 'limit'> = {},
): AsyncGenerator<string> {
  const { celsius } = await findSettings(db, userId)
  yield* listPieces(
    alertPages(
      pagesOf<Entry>(PAGE, (last) => listEntries(db, householdId, page(filter, last))),
      celsius,
    ),
  )
}

/** Returns the same, up to a limit. */
export async function listAlerts(db: Db, { householdId, userId }: Reader, filter: EpisodeFilter): Promise<Alert[]> {
  const { celsius } = await findSettings(db, userId)
  return (await listEntries(db, householdId, filter)).flatMap((entry) => toAlert(entry, celsius))
}

/** Returns the opening of an episode as clients know it that know nothing of episodes. */
export function episodeToAlert(episode: StoredEpisode, celsius: boolean): Alert {
  const { metric, channel } = episode
  return {
    alertId: episode.episodeId,
    alertName: episode.deviceName,
    alertDesc: openingText(episode, celsius),
    alertTime: toTimestamp(episode.openedAt),
    alertPlantConditionId: episode.plantConditionId,
    alertDeviceConditionId: episode.ruleId,
    deviceId: episode.deviceId,
    seriesId: episode.seriesId,
    sensorType: metric === null || channel === null ? null : (sensorTypeOf({ metric, channel }) ?? metric),
  }
}

function page(filter: Omit<EpisodeFilter, 'limit'>, last: Entry | undefined): EpisodeFilter {
  return { ...filter, after: last ?? filter.after, limit: PAGE }
}

async function* alertPages(pages: AsyncIterable<{ readonly rows: readonly Entry[] }>, celsius: boolean) {
  for await (const { rows } of pages) yield { rows: rows.flatMap((entry) => toAlert(entry, celsius)) }
}

function toAlert({ episode, note }: Entry, celsius: boolean): Alert[] {
  if (episode) return [episodeToAlert(episode, celsius)]
  return note ? [noteToAlert(note)] : []
}

function noteToAlert(note: StoredNote): Alert {
  return {
    alertId: note.noteId,
    alertName: note.name,
    alertDesc: note.text,
    alertTime: toTimestamp(note.at),
    alertPlantConditionId: note.plantConditionId,
    alertDeviceConditionId: note.ruleId,
    deviceId: note.deviceId,
    seriesId: note.seriesId,
    sensorType: note.sensorType,
  }
}
