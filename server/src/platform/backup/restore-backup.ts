import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { PHOTO_FOLDER } from '../disk/photo-files.ts'
import { DATABASE_FILE, isSecretFile } from '../disk/data-folder.ts'
import { knownMigrations } from '../db/migrations.ts'
import { isLastUnreleased, isUnreleased } from '../db/unreleased.ts'
import { beginNewLog, findLogLayout } from '../db/moving/log-layout.ts'
import { connectPostgres, openPostgresDatabase } from '../db/open.ts'
import { restorePostgres } from '../db/postgres-dump.ts'
import { countInSqlite, inspectSqlite, WrongCopy } from '../db/sqlite-copy.ts'
import { ensureRoom } from '../disk/free-space.ts'
import { listRunning } from '../db/running-servers.ts'
import type { Log } from '../log.ts'
import { countValues } from '@greenhouse/timeseries'
import { DamagedBackup, readArchive, type Manifest } from './archive.ts'
import { DUMP_FILE } from './make-backup.ts'
import { describeMissing, fetchPhotos, findMissing, PHOTO_LIST, readPhotos } from './photo-copies.ts'
import { stamp } from './rotation.ts'
import { messageOf } from '../error-details.ts'

const UNFINISHED = 'restore-unfinished.json'
const UNPACKED = 'restore-unpacked'
const PLACED = [DATABASE_FILE, `${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`, PHOTO_FOLDER]

/** Thrown for an intact backup that can't be restored here. */
class UnfitBackup extends Error {}

class ServersRunning extends Error {
  constructor(servers: readonly string[]) {
    super(`These processes are still running: ${servers.join(', ')}. Stop them first.`)
  }
}

/** Thrown when the tables are in PostgreSQL and the rest of the restore has failed. */
export class HalfRestored extends Error {}

export interface Restored {
  readonly manifest: Manifest
  readonly kept: string | undefined
  /** Whether readings newer than the backup may remain in NATS, in a log that is given up. */
  readonly hasNewLog: boolean
  /** The files of photos that could not be restored. */
  readonly missing: readonly string[]
}

interface Restoring {
  readonly now: number
  /** Restores everything else when photos are missing. */
  readonly withoutPhotos: boolean
}

/** Verifies the backup first and moves the previous files aside; undoUnfinishedRestore moves them back after a kill. */
export async function restoreSqlite(
  file: string,
  dataDir: string,
  { now, withoutPhotos }: Restoring,
): Promise<Restored> {
  const unpacked = join(dataDir, UNPACKED)
  try {
    const manifest = await unpack(file, unpacked, dataDir)
    if (manifest.database !== 'sqlite')
      throw new UnfitBackup('It was made from PostgreSQL: set DATABASE_URL to the database that it is to go to.')
    await checkDatabase(join(unpacked, DATABASE_FILE), manifest)
    const list = join(unpacked, PHOTO_LIST)
    const sources = [photosBeside(file), join(dataDir, PHOTO_FOLDER)]
    const missing = await fetchPhotos(list, sources, join(unpacked, PHOTO_FOLDER))
    throwIfMissing(missing, withoutPhotos)
    rmSync(list, { force: true })
    const kept = putInPlace(dataDir, unpacked, `before-restore-${stamp(now)}`)
    return { manifest, kept, hasNewLog: false, missing }
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
  }
}

/** Moves the previous tables to a schema of their own in the same transaction, so that a kill changes nothing. */
export async function restoreToPostgres(
  file: string,
  target: PostgresTarget,
  { now, withoutPhotos }: Restoring,
): Promise<Restored> {
  const { dataDir, databaseUrl } = target
  const unpacked = join(dataDir, UNPACKED)
  try {
    const manifest = await unpack(file, unpacked, dataDir)
    if (manifest.database !== 'postgres' || manifest.schema === undefined)
      throw new UnfitBackup('It was made from SQLite: leave DATABASE_URL out to restore it into DATA_DIR.')
    const { schema, counts } = manifest
    const [dump, list, folder] = [join(unpacked, DUMP_FILE), join(unpacked, PHOTO_LIST), photosBeside(file)]
    const missing = await findMissing(list, folder)
    throwIfMissing(missing, withoutPhotos)
    await throwIfRunning(databaseUrl)
    const photos = readPhotos(list, folder)
    const keptSchema = await restorePostgres(databaseUrl, dump, { schema, counts, stamp: stamp(now), photos })
    try {
      for (const done of [dump, list]) rmSync(done, { force: true })
      const hasNewLog = await startNewLog(target)
      const keptFolder = putInPlace(dataDir, unpacked, `before-restore-${stamp(now)}`)
      const kept = [keptSchema === undefined ? [] : `the schema ${keptSchema}`, keptFolder ?? []].flat().join(' and ')
      return { manifest, kept: kept === '' ? undefined : kept, hasNewLog, missing }
    } catch (error) {
      throw new HalfRestored(messageOf(error), { cause: error })
    }
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
  }
}

/** Returns the folder of the photos of a backup and of others beside it. */
function photosBeside(file: string): string {
  return join(dirname(file), PHOTO_FOLDER)
}

function throwIfMissing(missing: readonly string[], isAllowed: boolean): void {
  if (missing.length === 0 || isAllowed) return
  throw new UnfitBackup(
    `${describeMissing(missing)}. The folder ${PHOTO_FOLDER} belongs beside the file; to restore everything else, add --without-photos.`,
  )
}

interface PostgresTarget {
  readonly dataDir: string
  readonly databaseUrl: string
  readonly migrationDatabaseUrl: string | null
  readonly log: Log
}

export async function throwIfRunning(databaseUrl: string): Promise<void> {
  const database = await connectPostgres(databaseUrl, 'greenhouse-restore')
  try {
    const servers = await listRunning(database)
    if (servers.length > 0) throw new ServersRunning(servers)
  } finally {
    await database.close()
  }
}

/** Starts a new log for a restored cluster. Returns whether the tables are those of a cluster. */
async function startNewLog({ databaseUrl, migrationDatabaseUrl, log }: PostgresTarget): Promise<boolean> {
  const { db, close } = await openPostgresDatabase(databaseUrl, log, { migrationUrl: migrationDatabaseUrl })
  try {
    await db.transaction().execute(beginNewLog)
    return (await findLogLayout(db)).engine === 'jetstream'
  } finally {
    await close()
  }
}

/** Throws DamagedBackup, NoRoom, or UnfitBackup when this version can't open its tables. */
async function unpack(file: string, folder: string, dataDir: string): Promise<Manifest> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  const manifest = await readArchive(file, folder, (bytes) => ensureRoom('the backup', dataDir, bytes))
  throwIfUnknown(manifest)
  return manifest
}

function throwIfUnknown({ version, migrations }: Manifest): void {
  if (isLastUnreleased(migrations)) return
  if (isUnreleased(migrations, knownMigrations[0] ?? ''))
    throw new UnfitBackup(
      `It was made by version ${version}, which was never released (it knows ${migrations.at(-1)}).`,
    )
  const unknown = migrations.filter((name) => !knownMigrations.includes(name))
  if (unknown.length > 0)
    throw new UnfitBackup(
      `It was made by version ${version}, which is newer than this one (it knows ${unknown.at(-1)}). Install that version first.`,
    )
}

export function isRestoreUnfinished(dataDir: string): boolean {
  return existsSync(join(dataDir, UNFINISHED))
}

/** Moves the previous files back after a killed restore. Returns whether there was one. */
export function undoUnfinishedRestore(dataDir: string): boolean {
  const mark = join(dataDir, UNFINISHED)
  if (!existsSync(mark)) return false
  // Written by setMark.
  const { kept, placed } = JSON.parse(readFileSync(mark, 'utf8')) as Mark
  for (const name of placed) rmSync(join(dataDir, name), { recursive: true, force: true })
  // The new files are removed. After a kill from here on, the next undo only moves the rest back.
  setMark(dataDir, { kept, placed: [] })
  const aside = join(dataDir, kept)
  if (existsSync(aside)) {
    for (const name of readdirSync(aside)) renameSync(join(aside, name), join(dataDir, name))
    rmSync(aside, { recursive: true })
  }
  rmSync(mark)
  return true
}

async function checkDatabase(file: string, { counts, values }: Manifest): Promise<void> {
  try {
    const found = inspectSqlite(file)
    const differing = Object.entries(counts).filter(([table, count]) => found.counts[table] !== count)
    if (differing.length > 0)
      throw new WrongCopy(`the rows of ${differing.map(([table]) => table).join(', ')} are not all there`)
    if (values !== undefined && (await countInSqlite(file, countValues)) !== values)
      throw new WrongCopy('the readings are not all there')
  } catch (error) {
    throw error instanceof WrongCopy ? new DamagedBackup(`is damaged: ${error.message}`) : error
  }
}

function putInPlace(dataDir: string, unpacked: string, aside: string): string | undefined {
  const placed = readdirSync(unpacked)
  const old = readdirSync(dataDir).filter((name) => PLACED.includes(name) || isSecretFile(name))
  const kept = join(dataDir, aside)
  mkdirSync(kept, { mode: 0o700 })
  // All old files are moved aside first, so that later a file in place is always a new one.
  setMark(dataDir, { kept: aside, placed: [] })
  for (const name of old) renameSync(join(dataDir, name), join(kept, name))
  setMark(dataDir, { kept: aside, placed })
  for (const name of placed) renameSync(join(unpacked, name), join(dataDir, name))
  syncFolder(dataDir)
  rmSync(join(dataDir, UNFINISHED))
  if (old.length > 0) return kept
  rmSync(kept, { recursive: true })
  return undefined
}

interface Mark {
  readonly kept: string
  readonly placed: readonly string[]
}

function setMark(dataDir: string, mark: Mark): void {
  const file = join(dataDir, UNFINISHED)
  writeFileSync(`${file}.new`, JSON.stringify(mark), { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
  syncFolder(dataDir)
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
