import { sql, type Kysely } from 'kysely'
import type { Db, Schema, Tx } from '../schema.ts'
import { withoutPositions } from './positions.ts'
import { keyOf, readRows, type MovedTable, type Row } from './tables.ts'

/** Rows in one transaction; a chunk takes about 10 KB. */
const ROWS_AT_ONCE = 128

export class Progress {
  readonly #db: Kysely<Schema>

  constructor(db: Kysely<Schema>) {
    this.#db = db
  }

  async isThere(): Promise<boolean> {
    const { rows } = await sql<{ name: string | null }>`select to_regclass('moving')::text as name`.execute(this.#db)
    return rows[0]?.name !== null
  }

  async open(sourceId: string): Promise<void> {
    await sql`create table if not exists moving (name text primary key, value text not null)`.execute(this.#db)
    await this.#write(this.#db, 'source', sourceId, 'do nothing')
    const begun = await this.#read('source')
    if (begun !== sourceId)
      throw new MoveRefused('The target holds a part of another move. Empty it, or go on with the one that was begun.')
  }

  /** Returns the key after which a table continues; undefined at its start, null at its end. */
  async of(table: string): Promise<unknown[] | undefined | null> {
    const text = await this.#read(`table ${table}`)
    // Written by copyTable.
    return text === undefined ? undefined : (JSON.parse(text) as unknown[] | null)
  }

  note(tx: Tx, table: string, key: readonly unknown[] | null): Promise<void> {
    return this.#write(tx, `table ${table}`, JSON.stringify(key), 'do update set value = excluded.value')
  }

  async remove(): Promise<void> {
    await sql`drop table moving`.execute(this.#db)
  }

  async #read(name: string): Promise<string | undefined> {
    const { rows } = await sql<{ value: string }>`select value from moving where name = ${name}`.execute(this.#db)
    return rows[0]?.value
  }

  async #write(db: Db, name: string, value: string, otherwise: string): Promise<void> {
    await sql`insert into moving (name, value) values (${name}, ${value}) on conflict (name) ${sql.raw(otherwise)}`.execute(
      db,
    )
  }
}

/** Thrown when a move can't start or continue. The message explains why. */
export class MoveRefused extends Error {
  override name = 'MoveRefused'
}

/** A table or a photo whose copy differs from it. */
export class WrongMove extends Error {
  override name = 'WrongMove'
}

interface Copying {
  readonly table: MovedTable
  readonly progress: Progress
  readonly onRows: (rows: number) => void
}

/** Copies the rest of a table. A row may refer to a later one of its table: these references follow when all rows are there. */
export async function copyTable(from: Db, to: Kysely<Schema>, { table, progress, onRows }: Copying): Promise<void> {
  const { name, parents } = table
  const orphaned = Object.fromEntries(parents.map((column) => [column, null]))
  const pages = { from, to, table, progress }
  await storePages({ ...pages, step: name }, async (tx, rows) => {
    await insert(
      tx,
      table,
      rows.map((row) => ({ ...withoutPositions(name, row), ...orphaned })),
    )
    onRows(rows.length)
  })
  if (parents.length > 0) await storePages({ ...pages, step: `${name} parents` }, (tx, rows) => adopt(tx, table, rows))
}

interface Pages extends Pick<Copying, 'table' | 'progress'> {
  readonly from: Db
  readonly to: Kysely<Schema>
  /** Names the progress. */
  readonly step: string
}

/** Reads the rest of a table in pages. Rows and progress are committed together, so that a kill loses and repeats none. */
async function storePages(
  { from, to, table, progress, step }: Pages,
  store: (tx: Tx, rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  let after = await progress.of(step)
  while (after !== null) {
    const rows = await readRows(from, table, { after, limit: ROWS_AT_ONCE })
    const last = rows.at(-1)
    const reached = last && rows.length === ROWS_AT_ONCE ? keyOf(table, last) : null
    await to.transaction().execute(async (tx) => {
      await store(tx, rows)
      await progress.note(tx, step, reached)
    })
    after = reached
  }
}

/** Stores the references of rows to others of their table. */
async function adopt(tx: Tx, table: MovedTable, rows: readonly Row[]): Promise<void> {
  const { name, key, parents } = table
  for (const row of rows.filter((one) => parents.some((column) => one[column] !== null))) {
    const references = sql.join(parents.map((column) => sql`${sql.ref(column)} = ${row[column]}`))
    const keys = sql.join(key.map((column) => sql.ref(column)))
    await sql`update ${sql.table(name)} set ${references} where (${keys}) = (${sql.join(keyOf(table, row))})`.execute(
      tx,
    )
  }
}

async function insert(tx: Tx, { name, columns }: MovedTable, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const values = sql.join(rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`))
  await sql`insert into ${sql.table(name)} (${names}) values ${values}`.execute(tx)
}

export async function emptyTables(db: Kysely<Schema>, tables: readonly MovedTable[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(tx)
  })
}

/** Sets generated keys to continue after the highest one of each table. */
export async function renumber(db: Db, tables: readonly MovedTable[]): Promise<void> {
  for (const { name, key } of tables) {
    const [column] = key
    if (key.length !== 1 || column === undefined) continue
    const { rows } = await sql<{ sequence: string | null }>`
      select pg_get_serial_sequence(${`"${name}"`}, ${column}) as sequence`.execute(db)
    const sequence = rows[0]?.sequence
    if (sequence === null || sequence === undefined) continue
    await sql`
      select setval(${sequence}, greatest((select max(${sql.ref(column)}) from ${sql.table(name)}), 1),
        (select count(*) > 0 from ${sql.table(name)}))`.execute(db)
  }
}
