import type { Care, CareKind } from '@greenhouse/contract'
import type { ExpressionBuilder } from 'kysely'
import { pagesOf } from '../../platform/db/pages.ts'
import type { Db, Schema, Tx } from '../../platform/db/schema.ts'
import { toCare, type CareRow } from './care-row.ts'
import { isOfChart, isOnChart, type OfChart } from './chart-care-store.ts'

const AT_ONCE = 100
const REMOVED_AT_ONCE = 5000

export interface CareFilter extends OfChart {
  readonly plant?: string | undefined
  readonly place?: string | undefined
  /** Entries about these places, and about plants in them. */
  readonly within?: readonly string[] | undefined
  readonly kinds?: readonly CareKind[] | undefined
  /** Entries older than this one. */
  readonly before?: string | undefined
  /** Milliseconds since 1970. */
  readonly since?: number | undefined
  readonly until?: number | undefined
  readonly limit: number
}

/** Returns the care log, newest first. */
export async function listCare(db: Db, householdId: string, filter: CareFilter): Promise<Care[]> {
  const { plant, place, within, kinds, before, since, until, limit } = filter
  const last = before === undefined ? undefined : await findCareRow(db, householdId, before)
  if (before !== undefined && !last) return []
  const rows = await shownCare(db, householdId)
    .$if(plant !== undefined, (query) => query.where('care.plant_id', '=', plant ?? ''))
    .$if(place !== undefined, (query) => query.where('care.place_id', '=', place ?? ''))
    .$if(within !== undefined, (query) =>
      query.where((where) => where.fn.coalesce('care.place_id', placeOfPlant(where)), 'in', [...(within ?? [])]),
    )
    .$if(kinds !== undefined, (query) => query.where('care.kind', 'in', [...(kinds ?? [])]))
    .$if(isOfChart(filter), (query) => query.where(isOnChart(householdId, filter)))
    .$if(since !== undefined, (query) => query.where('care.at', '>=', since ?? 0))
    .$if(until !== undefined, (query) => query.where('care.at', '<=', until ?? 0))
    .$if(last !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('care.at', 'care.id'), '<', tuple(last?.at ?? 0, last?.id ?? '')),
      ),
    )
    .orderBy('care.at', 'desc')
    .orderBy('care.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toCare)
}

/** Returns entries by their ids, in the order in which they were logged. */
export async function findCare(db: Db, householdId: string, careIds: readonly string[]): Promise<Care[]> {
  const found = new Map<string, Care>()
  for (let from = 0; from < careIds.length; from += AT_ONCE) {
    const rows = await shownCare(db, householdId)
      .where('care.id', 'in', careIds.slice(from, from + AT_ONCE))
      .execute()
    for (const row of rows) found.set(row.id, toCare(row))
  }
  return careIds.flatMap((id) => found.get(id) ?? [])
}

export async function findCareRow(db: Db, householdId: string, careId: string): Promise<CareRow | undefined> {
  return db
    .selectFrom('care')
    .selectAll()
    .where('id', '=', careId)
    .where('household_id', '=', householdId)
    .executeTakeFirst()
}

/** Returns an entry of any household: its id was made by a client. */
export async function findAnyCareRow(db: Db, careId: string): Promise<CareRow | undefined> {
  return db.selectFrom('care').selectAll().where('id', '=', careId).executeTakeFirst()
}

/** Returns what one request logged. */
export async function findBatch(db: Db, householdId: string, batchId: string): Promise<CareRow[]> {
  return db
    .selectFrom('care')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('household_id', '=', householdId)
    .execute()
}

/** Returns entries of a kind about plants between two times, both excluded, in milliseconds since 1970. */
export async function findNear(
  db: Db,
  plantIds: readonly string[],
  { kind, label, from, to }: { kind: CareKind; label: string; from: number; to: number },
): Promise<CareRow[]> {
  const rows: CareRow[] = []
  for (let start = 0; start < plantIds.length; start += AT_ONCE)
    rows.push(
      ...(await db
        .selectFrom('care')
        .selectAll()
        .where('plant_id', 'in', plantIds.slice(start, start + AT_ONCE))
        .where('kind', '=', kind)
        .where('label', '=', label)
        .where('at', '>', from)
        .where('at', '<', to)
        .execute()),
    )
  return rows
}

/** Returns the newest entry of a task between two times, both excluded. */
export async function findNearOfTask(
  db: Db,
  taskId: string,
  { from, to }: { from: number; to: number },
): Promise<CareRow | undefined> {
  return db
    .selectFrom('care')
    .selectAll()
    .where('task_id', '=', taskId)
    .where('kind', '<>', 'skipped')
    .where('at', '>', from)
    .where('at', '<', to)
    .orderBy('at', 'desc')
    .executeTakeFirst()
}

/** Returns the plant with the longest care log and its length; of entries about places or the household, their number. */
export async function longestLog(db: Db, householdId: string, plantIds: readonly string[]): Promise<number> {
  let longest = 0
  for (let from = 0; from < plantIds.length; from += AT_ONCE) {
    const row = await db
      .selectFrom('care')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('plant_id', 'in', plantIds.slice(from, from + AT_ONCE))
      .groupBy('plant_id')
      .orderBy('count', 'desc')
      .executeTakeFirst()
    longest = Math.max(longest, row?.count ?? 0)
  }
  if (plantIds.length > 0) return longest
  const { count } = await db
    .selectFrom('care')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('household_id', '=', householdId)
    .where('plant_id', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertCare(tx: Tx, rows: readonly CareRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await tx
      .insertInto('care')
      .values(rows.slice(from, from + AT_ONCE))
      .execute()
}

export async function updateCare(tx: Tx, careId: string, columns: Partial<CareRow>): Promise<void> {
  if (Object.keys(columns).length === 0) return
  await tx.updateTable('care').set(columns).where('id', '=', careId).execute()
}

export async function deleteCare(tx: Tx, careIds: readonly string[]): Promise<void> {
  for (let from = 0; from < careIds.length; from += AT_ONCE)
    await tx
      .deleteFrom('care')
      .where('id', 'in', careIds.slice(from, from + AT_ONCE))
      .execute()
}

/** Removes the care log of a household in pages, so that other requests are not blocked. */
export async function deleteCareInParts(db: Db, householdId: string): Promise<void> {
  const oldest = () =>
    db
      .selectFrom('care')
      .select('at')
      .where('household_id', '=', householdId)
      .orderBy('at')
      .limit(REMOVED_AT_ONCE)
      .execute()
  for await (const { last } of pagesOf(REMOVED_AT_ONCE, oldest)) {
    await db.deleteFrom('care').where('household_id', '=', householdId).where('at', '<=', last.at).execute()
  }
}

function placeOfPlant(where: ExpressionBuilder<Schema, 'care'>) {
  return where.selectFrom('plant').select('plant.place_id').whereRef('plant.id', '=', 'care.plant_id')
}

function shownCare(db: Db, householdId: string) {
  return db
    .selectFrom('care')
    .leftJoin('user', 'user.id', 'care.done_by')
    .selectAll('care')
    .select('user.first_name')
    .where('care.household_id', '=', householdId)
}
