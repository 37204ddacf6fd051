import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { databaseNow } from '../database-clock.ts'
import type { Db, Schema, Tx } from '../schema.ts'
import { UnusableDatabase } from '../unusable-database.ts'
import { resetPositions } from './positions.ts'

export interface LogLayout {
  readonly engine: 'database' | 'jetstream'
  readonly partitions: number
}

const EMBEDDED: LogLayout = { engine: 'database', partitions: 1 }
const WITHOUT_LOG = { log_id: null, log_made_at: null }
const ID_BYTES = 8

export class OtherLogLayout extends UnusableDatabase {
  override name = 'OtherLogLayout'
}

export async function storeLogLayout(db: Db, { engine, partitions }: LogLayout): Promise<void> {
  await db
    .insertInto('log_layout')
    .values({ id: 1, engine, partitions, ...WITHOUT_LOG })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ engine, partitions, ...WITHOUT_LOG }))
    .execute()
}

/** The next start creates a log with a new id. Does nothing for a log in the database itself. Needs all migrations. */
export async function beginNewLog(tx: Tx): Promise<void> {
  if ((await findLogLayout(tx)).engine !== 'jetstream') return
  await resetPositions(tx)
  await tx.updateTable('log_layout').set(WITHOUT_LOG).execute()
}

/** Returns which log the positions count in; before 0.2.0 always the database's own. */
export async function findLogLayout(db: Db): Promise<LogLayout> {
  const row = await db.selectFrom('log_layout').select(['engine', 'partitions']).where('id', '=', 1).executeTakeFirst()
  return row ?? EMBEDDED
}

/** Returns the id of a cluster's log, and whether all of its streams were made. */
export async function takeLogId(db: Db): Promise<{ readonly id: string; readonly isMade: boolean }> {
  // The first of several starting processes chooses it.
  await db
    .updateTable('log_layout')
    .set({ log_id: randomBytes(ID_BYTES).toString('hex') })
    .where('log_id', 'is', null)
    .execute()
  const { log_id, log_made_at } = await db
    .selectFrom('log_layout')
    .select(['log_id', 'log_made_at'])
    .executeTakeFirstOrThrow()
  return { id: log_id ?? '', isMade: log_made_at !== null }
}

/** Records that the whole log exists. Rules are evaluated from its start. */
export async function noteLogMade(db: Kysely<Schema>, partitions: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('log_layout')
      .set({ log_made_at: databaseNow(tx) })
      .where('log_made_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const positions = Array.from({ length: partitions }, (_, partition) => ({ partition, seq: 0 }))
    await tx
      .insertInto('alert_position')
      .values(positions)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

/** A new database takes over the configuration. Positions of another log would read too much or too little. */
export async function checkLogLayout(db: Db, wanted: LogLayout): Promise<void> {
  const first = (await isUsed(db)) ? EMBEDDED : wanted
  // The first of several starting processes decides.
  await db
    .insertInto('log_layout')
    .values({ id: 1, ...first })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const found = await findLogLayout(db)
  if (found.engine === wanted.engine && found.partitions === wanted.partitions) return
  throw new OtherLogLayout(
    `The database belongs to ${describe(found)}, and the configuration is that of ${describe(wanted)}. ` +
      'Stop all processes and run: npm run admin -- spread-log <partitions>, with 1 for one process without NATS_URL.',
  )
}

async function isUsed(db: Db): Promise<boolean> {
  return (await db.selectFrom('device').select('key').limit(1).executeTakeFirst()) !== undefined
}

function describe({ engine, partitions }: LogLayout): string {
  return engine === 'database' ? 'a server of one process' : `a cluster of ${partitions} partitions`
}
