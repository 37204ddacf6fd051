import { openPostgresDatabase, openSqliteDatabase, type OpenDatabase } from '../src/platform/db/open.ts'
import { openLog } from '../src/platform/log.ts'

/** Opens the SQLite file of that path, or the PostgreSQL of that address. */
export function openDatabaseAt(place: string): Promise<OpenDatabase> {
  const log = openLog('silent')
  return place.startsWith('postgres') ? openPostgresDatabase(place, log) : openSqliteDatabase(place, log)
}
