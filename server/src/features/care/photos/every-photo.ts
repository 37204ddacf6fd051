import type { PhotoFacts } from '@greenhouse/contract'
import { pagesOf } from '../../../platform/db/pages.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { listPieces } from '../../../platform/http/list-pieces.ts'
import { factsOf, listPhotosAfter } from './photo-store.ts'

const PAGE = 1000

/** Returns the facts of all photos of a household. */
export function everyPhoto(db: Db, householdId: string): AsyncGenerator<string> {
  return listPieces(
    pagesOf<PhotoFacts>(PAGE, async (last) =>
      (await listPhotosAfter(db, householdId, { after: last?.photoId ?? '', limit: PAGE })).map(factsOf),
    ),
  )
}
