import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from './dialect.ts'

/** A migration is used with later schemas too, so it is written against a database of any shape. */
interface MigrationFile {
  // oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
  up(db: Kysely<any>, dialect: Dialect): Promise<void>
}

/** The names of all migrations, oldest first: each is a file in `migrations/`. A recorded one is never changed. */
export const knownMigrations: readonly string[] = readdirSync(join(import.meta.dirname, 'migrations'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .toSorted()

const files: ReadonlyArray<readonly [string, MigrationFile]> = await Promise.all(
  knownMigrations.map(async (name) => [name, (await import(`./migrations/${name}.ts`)) as MigrationFile] as const),
)

/** All migrations by name, oldest first. */
export function migrations(dialect: Dialect): Record<string, Migration> {
  return Object.fromEntries(files.map(([name, { up }]) => [name, { up: (db) => up(db, dialect) }]))
}
