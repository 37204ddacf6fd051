import type { Episode } from '@greenhouse/contract'
import { pagesOf } from '../../../platform/db/pages.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { listPieces } from '../../../platform/http/list-pieces.ts'
import { toEpisode } from './episode.ts'
import { listEntries, type Entry } from './list-entries.ts'
import { noteToEpisode } from './note-store.ts'

/** Episodes fetched at once. */
const PAGE = 1000

/** All episodes and notes of a household, newest first, as pieces of a JSON list. Open ones come without their worst value. */
export function everyEpisode(db: Db, householdId: string): AsyncGenerator<string> {
  return listPieces(
    episodePages(pagesOf<Entry>(PAGE, (last) => listEntries(db, householdId, { after: last, limit: PAGE }))),
  )
}

async function* episodePages(pages: AsyncIterable<{ readonly rows: readonly Entry[] }>) {
  for await (const { rows } of pages) yield { rows: rows.flatMap(toWire) }
}

function toWire({ episode, note }: Entry): Episode[] {
  if (episode) return [toEpisode(episode)]
  return note ? [noteToEpisode(note)] : []
}
