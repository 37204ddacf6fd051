import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { describeMissing } from '../platform/backup/photo-copies.ts'
import { takeDataFolder } from '../platform/backup/take-data-folder.ts'
import { noteMoved } from '../platform/disk/moved-data.ts'
import { contentsOf } from '../platform/db/moving/checksum.ts'
import { copyTable, emptyTables, MoveRefused, Progress, renumber, WrongMove } from '../platform/db/moving/copy.ts'
import { storeLogLayout } from '../platform/db/moving/log-layout.ts'
import { findEvaluated, whyNotEmpty, whySetAside, withoutPositions } from '../platform/db/moving/positions.ts'
import { copyPhotos } from '../platform/db/moving/photos.ts'
import { listMovedTables, type MovedTable } from '../platform/db/moving/tables.ts'
import { openPostgresDatabase, openSqliteDatabase, type OpenDatabase } from '../platform/db/open.ts'
import type { Schema } from '../platform/db/schema.ts'
import { listRunning } from '../platform/db/running-servers.ts'
import { copySqlite } from '../platform/db/sqlite-copy.ts'
import { counted } from '../platform/counted.ts'
import { DATABASE_FILE } from '../platform/disk/data-folder.ts'
import { PHOTO_FOLDER } from '../platform/disk/photo-files.ts'
import type { Log } from '../platform/log.ts'
import { openDatabaseLog, openTimeSeries } from '@greenhouse/timeseries'

export interface Move {
  /** The data folder of the server that runs on SQLite. Its database stays as it is; at the end a file says where it went. */
  readonly from: string
  /** The address of an empty PostgreSQL, or an open one. */
  readonly to: string | OpenDatabase
  /** Of the log of readings from now on: 1 for one process, more for a cluster. */
  readonly partitions: number
  /** The folder in which a folder with a copy of the database is made, which is removed at the end. */
  readonly work: string
  readonly log: Log
  readonly print: (line: string) => void
}

const PRINTED_EVERY_ROWS = 100_000
const PRINTED_EVERY_PHOTOS = 1000
const WORK_FOLDER = 'greenhouse-moving'
const DONE = 'done'

/**
 * Moves an installation from SQLite to PostgreSQL. A copy of the database is compacted, so that the log starts empty; its tables are copied and then compared, row by row, with what has arrived. It may be killed at any moment: the next call resumes.
 *
 * @throws MoveRefused, without a change, when the source is in use or the target holds other data; WrongMove when a table
 * differs in the end
 */
export async function moveToPostgres(move: Move): Promise<void> {
  const { from, partitions, log, print } = move
  if (!existsSync(join(from, DATABASE_FILE))) throw new MoveRefused(`There is no database in ${from}.`)
  const folder = join(move.work, WORK_FOLDER)
  const release = takeDataFolder(from, log)
  try {
    const copy = await copyOf(move, folder)
    // A call that was killed right at its end has nothing left to do but to tidy up.
    if (!existsSync(join(folder, DONE))) {
      const to = typeof move.to === 'string' ? await openPostgresDatabase(move.to, log) : move.to
      const source = await openSqliteDatabase(copy.file, log)
      try {
        await throwIfUsed(to)
        const tables = await listMovedTables(source.db)
        await copyAll(source.db, to.db, { tables, sourceId: copy.id, print })
        await copyPhotosOf(from, source.db, { to: to.db, print })
        await compareAll(source.db, to.db, { tables, print })
        await renumber(to.db, tables)
        await storeLogLayout(to.db, { engine: partitions > 1 ? 'jetstream' : 'database', partitions })
        writeFileSync(join(folder, DONE), '')
        await new Progress(to.db).remove()
      } finally {
        await source.close()
        if (typeof move.to === 'string') await to.close()
      }
    }
    noteMoved(from, typeof move.to === 'string' ? move.to : null)
    rmSync(folder, { recursive: true, force: true })
  } finally {
    release()
  }
}

/** The state of the source when its copy was made, and the name by which the target knows that. */
interface Copied {
  readonly id: string
  readonly source: string
}

/** Makes the compacted copy of the source, or returns that of a call that was killed. */
async function copyOf({ from, log, print }: Move, folder: string): Promise<{ file: string; id: string }> {
  const [file, note] = [join(folder, DATABASE_FILE), join(folder, 'copied.json')]
  const source = stateOf(from)
  if (existsSync(note)) {
    const copied = JSON.parse(readFileSync(note, 'utf8')) as Copied
    if (copied.source !== source)
      throw new MoveRefused(
        `The server was used since this move was begun. Empty the target, remove ${folder}, and begin anew.`,
      )
    return { file, id: copied.id }
  }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  print('Copying the database, and compacting the copy …')
  await copySqlite(join(from, DATABASE_FILE), file)
  await compactCopy(file, log)
  const copied: Copied = { id: randomUUID(), source }
  writeFileSync(`${note}.partial`, JSON.stringify(copied))
  renameSync(`${note}.partial`, note)
  return { file, id: copied.id }
}

/** Changes whenever a server writes into the database. */
function stateOf(from: string): string {
  const files = [DATABASE_FILE, `${DATABASE_FILE}-wal`]
    .map((name) => join(from, name))
    .filter((file) => existsSync(file))
  return files
    .map((file) => statSync(file))
    .filter(({ size }) => size > 0)
    .map(({ mtimeMs, size }) => `${mtimeMs} ${size}`)
    .join(', ')
}

async function compactCopy(file: string, log: Log): Promise<void> {
  const { db, close } = await openSqliteDatabase(file, log)
  try {
    const setAside = await whySetAside(db)
    if (setAside !== undefined) throw new MoveRefused(setAside)
    const readings = openDatabaseLog(db)
    if ((await readings.head(0)) > ((await findEvaluated(db)).get(0) ?? 0))
      throw new MoveRefused(
        'Rules were not evaluated on the newest readings. Start the server once more, and stop it with Ctrl+C.',
      )
    const onError = (error: unknown) => log.error({ event: 'readings.compaction-failed', err: error })
    const timeSeries = await openTimeSeries({ db, log: readings, now: Date.now, onError })
    await timeSeries.compact()
    await timeSeries.close()
    const why = await whyNotEmpty(db)
    if (why !== undefined) throw new MoveRefused(`${why} Start the server once more, and stop it with Ctrl+C.`)
  } finally {
    await close()
  }
}

async function throwIfUsed(to: OpenDatabase): Promise<void> {
  const running = await listRunning(to)
  if (running.length > 0)
    throw new MoveRefused(`These processes are running on the target: ${running.join(', ')}. Stop them first.`)
}

interface Moving {
  readonly tables: readonly MovedTable[]
  readonly print: (line: string) => void
}

async function copyAll(
  from: Kysely<Schema>,
  to: Kysely<Schema>,
  { tables, sourceId, print }: Moving & { readonly sourceId: string },
): Promise<void> {
  const progress = new Progress(to)
  if (!(await progress.isThere())) await prepare(to, tables)
  await progress.open(sourceId)
  for (const table of tables) {
    let [copied, printed] = [0, 0]
    const onRows = (rows: number) => {
      copied += rows
      if (copied - printed < PRINTED_EVERY_ROWS) return
      printed = copied
      print(`${table.name}: ${copied} rows`)
    }
    await copyTable(from, to, { table, progress, onRows })
    if (copied > 0) print(`${table.name}: ${copied} rows copied`)
  }
}

/** Tables into which the start of a server writes a row. */
const NEVER_EMPTY = ['retention', 'health', 'installation']

/** Removes what a start has written. Throws when the target was used. */
async function prepare(to: Kysely<Schema>, tables: readonly MovedTable[]): Promise<void> {
  for (const table of tables) {
    if (NEVER_EMPTY.includes(table.name)) continue
    const { rows } = await contentsOf(to, table)
    if (rows > 0) throw new MoveRefused(`The target is not empty: its table ${table.name} has ${rows} rows.`)
  }
  await emptyTables(to, tables)
}

/** Photos that are missing or damaged are no reason to stay: they are so here, too. */
async function copyPhotosOf(
  dataDir: string,
  from: Kysely<Schema>,
  { to, print }: Pick<Moving, 'print'> & { readonly to: Kysely<Schema> },
): Promise<void> {
  let copied = 0
  const onPhoto = () => {
    copied++
    if (copied % PRINTED_EVERY_PHOTOS === 0) print(`${copied} photos`)
  }
  const missing = await copyPhotos(from, to, { folder: join(dataDir, PHOTO_FOLDER), onPhoto })
  if (copied > 0) print(`${counted(copied, 'photo')} copied and compared`)
  if (missing.length > 0) print(`Left behind: ${describeMissing(missing)}.`)
}

async function compareAll(from: Kysely<Schema>, to: Kysely<Schema>, { tables, print }: Moving): Promise<void> {
  for (const table of tables) {
    const [sent, arrived] = [
      await contentsOf(from, table, (row) => withoutPositions(table.name, row)),
      await contentsOf(to, table),
    ]
    if (sent.rows !== arrived.rows || sent.checksum !== arrived.checksum)
      throw new WrongMove(
        `The table ${table.name} has ${arrived.rows} rows in PostgreSQL and ${sent.rows} here, or other values in them. ` +
          'Empty the target and begin anew; nothing here has changed.',
      )
  }
  print(`All ${tables.length} tables are the same, row by row.`)
}
