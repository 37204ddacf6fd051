import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import { DATABASE_FILE } from '../disk/data-folder.ts'
import { openFileCheck, type FileCheck } from './file-check.ts'
import { openPostgresDatabase, openSqliteDatabase, type OpenDatabase, type PostgresOptions } from './open.ts'
import { openDisk, type Disk } from '../disk/disk.ts'
import type { Log } from '../log.ts'
import type { Db } from './schema.ts'
import type { Dialect } from './dialect.ts'

/** PostgreSQL truncates longer names. */
const NAME_LONGEST = 63

/** How a server uses PostgreSQL. */
export type ServerAccess = Pick<PostgresOptions, 'isLone' | 'isDispensable' | 'isImpatient'>

/** Only a server, which passes `access`, takes the lock of a single process and counts as running. */
export function openDatabase(config: Config, log: Log, access?: ServerAccess): Promise<OpenDatabase> {
  return config.databaseUrl === null
    ? openSqliteDatabase(join(config.dataDir, DATABASE_FILE), log)
    : openPostgresDatabase(config.databaseUrl, log, {
        migrationUrl: config.migrationDatabaseUrl,
        connections: config.databaseConnections,
        name: access ? nameOfServer(config) : 'greenhouse-command',
        ...access,
      })
}

export function nameOfServer({ nodeId, roles }: Pick<Config, 'nodeId' | 'roles'>): string {
  return `greenhouse ${nodeId} ${[...roles].join(',')}`.slice(0, NAME_LONGEST)
}

export function openDatabaseCheck(
  { databaseUrl, dataDir }: Config,
  { db, dialect, isDamaged = () => false }: OpenDatabase,
  context: { readonly log: Log; readonly now: () => number },
): FileCheck | undefined {
  if (databaseUrl !== null || dialect !== 'sqlite') return undefined
  return openFileCheck({ ...context, db, isDamaged, progressFile: join(dataDir, `${DATABASE_FILE}-checked`) })
}

/** Watches the disk of the SQLite file; PostgreSQL's disk is its operator's concern. */
export function openDatabaseDisk(
  config: Config,
  { db, dialect }: OpenDatabase,
  options: { readonly log: Log; readonly reclaim: () => Promise<void> },
): Disk | undefined {
  if (config.databaseUrl !== null) return undefined
  return openDisk({
    ...options,
    folder: config.dataDir,
    ballastBytes: config.ballastMegabytes * 1024 * 1024,
    reusableBytes: () => reusableBytes(db, dialect),
  })
}

async function reusableBytes(db: Db, dialect: Dialect['name']): Promise<number> {
  if (dialect === 'postgres') return 0
  const { rows } = await sql<{ bytes: number }>`
    select freelist_count * page_size as bytes from pragma_freelist_count, pragma_page_size`.execute(db)
  return rows[0]?.bytes ?? 0
}
