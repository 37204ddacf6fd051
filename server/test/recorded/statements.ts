import { createHash } from 'node:crypto'
import { DummyDriver, Kysely, PostgresAdapter, SqliteAdapter } from 'kysely'
import { PostgresQueryCompiler, SqliteQueryCompiler } from 'kysely'
import type { Dialect } from '../../src/platform/db/dialect.ts'
import { migrations } from '../../src/platform/db/migrations.ts'

/** SHA-256 of the statements that a migration runs on an empty database, by the name of the database. */
type Checksums = Record<Dialect['name'], string>

/** Returns the checksums of these migrations by their names. They don't depend on how the code is written. */
export async function statementsOf(names: readonly string[]): Promise<Record<string, Checksums>> {
  const all: Record<string, Checksums> = {}
  for (const name of names)
    all[name] = { sqlite: await checksumOf(name, 'sqlite'), postgres: await checksumOf(name, 'postgres') }
  return all
}

async function checksumOf(migration: string, name: Dialect['name']): Promise<string> {
  const sqlite = name === 'sqlite'
  const hash = createHash('sha256')
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => (sqlite ? new SqliteAdapter() : new PostgresAdapter()),
      createDriver: () => new DummyDriver(),
      createQueryCompiler: () => (sqlite ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
      createIntrospector: () => ({
        getSchemas: async () => [],
        getTables: async () => [],
        getMetadata: async () => ({ tables: [] }),
      }),
    },
    log: ({ query }) => void hash.update(`${query.sql} ${JSON.stringify(query.parameters)}\n`),
  })
  await migrations({ name })[migration]?.up(db)
  return hash.digest('hex')
}
