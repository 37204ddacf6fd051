import type { Query } from '@greenhouse/timeseries'
import { renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { touchPrivate } from '../disk/data-folder.ts'
import { ensureRoom, sizeOfDatabase } from '../disk/free-space.ts'
import { messageOf } from '../error-details.ts'

/** Pages copied before other work runs: 1 MB. */
const PAGES_AT_ONCE = 256

export interface Contents {
  readonly migrations: string[]
  readonly counts: Record<string, number>
}

export type CountValues = (query: Query) => Promise<number>

export class WrongCopy extends Error {}

/** Holds a read transaction; without it each write would restart the copy. A killed server's log stays unchanged. */
export async function copySqlite(file: string, target: string): Promise<void> {
  // A writable connection would checkpoint the log of a killed server when it closes.
  const source = new DatabaseSync(file, { timeout: 5000, readOnly: true })
  try {
    source.exec('begin')
    source.prepare('select count(*) from sqlite_master').get()
    await backup(source, target, { rate: PAGES_AT_ONCE })
  } finally {
    source.close()
  }
}

/** A failed copy is removed. Throws NoRoom when the disk is too full. */
export async function snapshotSqlite(database: DatabaseSync, target: string): Promise<void> {
  const file = database.location()
  if (file !== null)
    await ensureRoom('the copy that is made before the tables change', dirname(target), sizeOfDatabase(file))
  const partial = `${target}.partial`
  rmSync(partial, { force: true })
  touchPrivate(partial)
  try {
    await backup(database, partial)
    renameSync(partial, target)
  } finally {
    rmSync(partial, { force: true })
  }
}

export function inspectSqlite(file: string): Contents {
  const database = openImmutable(file)
  try {
    const found = database.prepare('pragma integrity_check(1)').get()?.['integrity_check']
    if (found !== 'ok') throw new WrongCopy(String(found))
    return { migrations: migrationsIn(database), counts: countsIn(database) }
  } catch (error) {
    throw error instanceof WrongCopy ? error : new WrongCopy(messageOf(error))
  } finally {
    database.close()
  }
}

export async function countInSqlite(file: string, countValues: CountValues): Promise<number> {
  const database = openImmutable(file)
  try {
    return await countValues(async (text) => database.prepare(text).all())
  } finally {
    database.close()
  }
}

/** Opens a file that nobody writes. */
export function openImmutable(file: string): DatabaseSync {
  return new DatabaseSync(`${pathToFileURL(file).href}?immutable=1`, { readOnly: true })
}

function migrationsIn(database: DatabaseSync): string[] {
  const rows = database.prepare('select name from kysely_migration order by name').all()
  return rows.map(({ name }) => String(name))
}

function countsIn(database: DatabaseSync): Record<string, number> {
  const tables = database
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name")
    .all()
    .map(({ name }) => String(name))
  const count = (name: string) => Number(database.prepare(`select count(*) as n from "${name}"`).get()?.['n'])
  return Object.fromEntries(tables.map((name) => [name, count(name)]))
}
