import type { Db } from '../../../platform/db/schema.ts'
import type { StoredEpisode } from './episode.ts'
import {
  countOpenings,
  findEpisodePlace,
  findNewestOpening,
  listEpisodes,
  type EpisodeFilter,
  type Place,
} from './episode-store.ts'
import { countNotes, findNewestNote, findNotePlace, listNotes, type StoredNote } from './note-store.ts'
import { yearOf, yearRange } from './year-range.ts'

/** An episode or a note, with its position in the list. */
export interface Entry extends Place {
  readonly episode?: StoredEpisode
  readonly note?: StoredNote
}

/** Returns the household's episodes and notes in one list, newest first: by the time of the opening, then by id. */
export async function listEntries(db: Db, householdId: string, filter: EpisodeFilter): Promise<Entry[]> {
  const opened = (await listEpisodes(db, householdId, filter)).map((episode): Entry => ({
    at: episode.openedAt,
    id: episode.episodeId,
    episode,
  }))
  const notes = (await listNotes(db, householdId, filter)).map((note): Entry => ({
    at: note.at,
    id: note.noteId,
    note,
  }))
  return merge(opened, notes, filter.limit)
}

/** Returns the position of an episode or note of the household in the list. */
export async function findPlace(db: Db, householdId: string, id: string): Promise<Place | undefined> {
  return (await findEpisodePlace(db, householdId, id)) ?? findNotePlace(db, householdId, id)
}

/** Returns the time of the household's newest episode or note before an instant. */
async function findNewestTime(db: Db, householdId: string, before: number): Promise<number | undefined> {
  const opened = await findNewestOpening(db, householdId, before)
  const noted = await findNewestNote(db, householdId, before)
  if (opened === undefined || noted === undefined) return opened ?? noted
  return Math.max(opened, noted)
}

/** Returns the years in which the household has episodes and notes, newest first, with their number. */
export async function countYears(
  db: Db,
  householdId: string,
  timeZone: string,
): Promise<Array<{ year: number; count: number }>> {
  const years: Array<{ year: number; count: number }> = []
  let at = await findNewestTime(db, householdId, Number.MAX_SAFE_INTEGER)
  while (at !== undefined) {
    const year = yearOf(at, timeZone)
    const { from, before } = yearRange(year, timeZone)
    const count = await countOpenings(db, householdId, { from, before })
    years.push({ year, count: count + (await countNotes(db, householdId, { from, before })) })
    at = await findNewestTime(db, householdId, from)
  }
  return years
}

function merge(one: readonly Entry[], other: readonly Entry[], limit: number): Entry[] {
  const merged: Entry[] = []
  let [first, second] = [0, 0]
  while (merged.length < limit) {
    const [left, right] = [one[first], other[second]]
    if (!left && !right) break
    if (left && (!right || isNewer(left, right))) {
      merged.push(left)
      first++
    } else if (right) {
      merged.push(right)
      second++
    }
  }
  return merged
}

function isNewer(one: Place, other: Place): boolean {
  return one.at === other.at ? one.id > other.id : one.at > other.at
}
