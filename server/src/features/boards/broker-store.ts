import { toTimestamp, type Broker, type BrokerInput } from '@greenhouse/contract'
import type { Selectable } from 'kysely'
import { lockHousehold } from '../../platform/db/owners.ts'
import type { Db, Schema, Tx } from '../../platform/db/schema.ts'

export interface StoredBroker extends Pick<BrokerInput, 'url' | 'username' | 'topics' | 'ca'> {
  readonly brokerId: string
  readonly householdId: string
  readonly sealedPassword: string | null
  readonly createdAt: number
}

export async function listBrokers(db: Db, householdId: string): Promise<StoredBroker[]> {
  const rows = await db
    .selectFrom('broker')
    .selectAll()
    .where('household_id', '=', householdId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toBroker)
}

export async function listAllBrokers(db: Db): Promise<StoredBroker[]> {
  return (await db.selectFrom('broker').selectAll().orderBy('created_at').execute()).map(toBroker)
}

export async function findBroker(db: Db, householdId: string, brokerId: string): Promise<StoredBroker | undefined> {
  const row = await db
    .selectFrom('broker')
    .selectAll()
    .where('id', '=', brokerId)
    .where('household_id', '=', householdId)
    .executeTakeFirst()
  return row && toBroker(row)
}

export async function insertBroker(tx: Tx, broker: StoredBroker, max: number): Promise<boolean> {
  await lockHousehold(tx, broker.householdId)
  const { count } = await tx
    .selectFrom('broker')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('household_id', '=', broker.householdId)
    .executeTakeFirstOrThrow()
  if (count >= max) return false
  const row = {
    id: broker.brokerId,
    household_id: broker.householdId,
    created_at: broker.createdAt,
    ...toColumns(broker),
  }
  await tx.insertInto('broker').values(row).execute()
  return true
}

export async function updateBroker(db: Db, broker: StoredBroker): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('broker')
    .set(toColumns(broker))
    .where('id', '=', broker.brokerId)
    .where('household_id', '=', broker.householdId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteBroker(db: Db, householdId: string, brokerId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('broker')
    .where('id', '=', brokerId)
    .where('household_id', '=', householdId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteBrokers(db: Db, householdId: string): Promise<string[]> {
  const rows = await db.deleteFrom('broker').where('household_id', '=', householdId).returning('id').execute()
  return rows.map(({ id }) => id)
}

/** Returns a broker as its owner may see it, without the password. */
export function describeBroker(broker: StoredBroker): Omit<Broker, 'state' | 'lastError' | 'rate'> {
  const { brokerId, url, username, topics, ca, sealedPassword, createdAt } = broker
  return {
    brokerId,
    url,
    username,
    hasPassword: sealedPassword !== null,
    topics,
    ca,
    createdAt: toTimestamp(createdAt),
  }
}

function toColumns({ url, username, topics, ca, sealedPassword }: StoredBroker) {
  return { url, username, topics: JSON.stringify(topics), ca: ca === '' ? null : ca, sealed_password: sealedPassword }
}

function toBroker(row: Selectable<Schema['broker']>): StoredBroker {
  return {
    brokerId: row.id,
    householdId: row.household_id,
    url: row.url,
    username: row.username,
    topics: JSON.parse(row.topics),
    ca: row.ca ?? '',
    sealedPassword: row.sealed_password,
    createdAt: row.created_at,
  }
}
