import { fromTimestamp, type Alert } from '@greenhouse/contract'
import { pagesOf } from '../../platform/db/pages.ts'
import type { Db } from '../../platform/db/schema.ts'
import { listPieces } from '../../platform/http/list-pieces.ts'
import { listAlerts, type AlertFilter } from './alert-store.ts'

/** Alerts fetched at once. */
const PAGE = 1000

/** The user's alerts that the filter lets through, newest first, as pieces of a JSON list. */
export function everyAlert(db: Db, userId: string, filter: Omit<AlertFilter, 'limit'> = {}): AsyncGenerator<string> {
  return listPieces(
    pagesOf<Alert>(PAGE, (last) => {
      const after = last ? { at: fromTimestamp(last.alertTime), id: last.alertId } : filter.after
      return listAlerts(db, userId, { ...filter, after, limit: PAGE })
    }),
  )
}
