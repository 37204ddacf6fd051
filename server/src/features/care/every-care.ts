import { fromTimestamp, type Care, type WateringEvent } from '@greenhouse/contract'
import { pagesOf } from '../../platform/db/pages.ts'
import type { Db } from '../../platform/db/schema.ts'
import { listPieces } from '../../platform/http/list-pieces.ts'
import { listCare } from './care-store.ts'
import { listWaterings } from './watering-store.ts'

const PAGE = 1000
const ALWAYS = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER }

export function everyWatering(db: Db, householdId: string): AsyncGenerator<string> {
  return listPieces(
    pagesOf<WateringEvent>(PAGE, (last) => {
      const after = last && { at: fromTimestamp(last.time), plantId: last.plantId }
      return listWaterings(db, householdId, { ...ALWAYS, after, limit: PAGE })
    }),
  )
}

export function everyCare(db: Db, householdId: string): AsyncGenerator<string> {
  return listPieces(pagesOf<Care>(PAGE, (last) => listCare(db, householdId, { before: last?.careId, limit: PAGE })))
}
