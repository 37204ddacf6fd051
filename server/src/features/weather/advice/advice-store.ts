import { toTimestamp, type Advice, type AdviceKind, type NamedPlant } from '@greenhouse/contract'
import type { Selectable } from 'kysely'
import type { Db, Schema, Tx } from '../../../platform/db/schema.ts'

/** Advice as it is stored. Times in milliseconds since 1970. */
export interface StoredAdvice {
  readonly adviceId: string
  readonly placeId: string
  readonly kind: AdviceKind
  readonly severity: Advice['severity']
  readonly nightOf: string
  readonly value: number
  readonly at: number
  readonly plants: readonly NamedPlant[]
  readonly toldAt: number | null
  readonly endsAt: number
}

/** Stored advice with what somebody answered. */
export interface AnsweredAdvice extends StoredAdvice {
  readonly answeredAt: number | null
  readonly careId: string | null
}

const LIKE_FROST: readonly AdviceKind[] = ['frost', 'ground-frost']

/** Returns the households with living plants in unheated places. */
export async function listAdvised(db: Db): Promise<Array<{ readonly householdId: string; readonly zone: string }>> {
  const rows = await db
    .selectFrom('household')
    .select(['household.id', 'household.time_zone'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('plant')
          .innerJoin('place', 'place.id', 'plant.place_id')
          .select('plant.id')
          .whereRef('plant.household_id', '=', 'household.id')
          .where('plant.is_dead', '=', 0)
          .where('place.shelter', '<>', 'heated'),
      ),
    )
    .orderBy('household.id')
    .execute()
  return rows.map(({ id, time_zone }) => ({ householdId: id, zone: time_zone ?? 'UTC' }))
}

/** Returns the advice of a place for a night or day, of a kind or one that is like it. */
export async function findSame(
  db: Db,
  { placeId, kind, nightOf }: Pick<StoredAdvice, 'placeId' | 'kind' | 'nightOf'>,
): Promise<AnsweredAdvice | undefined> {
  const row = await db
    .selectFrom('advice')
    .selectAll()
    .where('place_id', '=', placeId)
    .where('night_of', '=', nightOf)
    .where('kind', 'in', LIKE_FROST.includes(kind) ? [...LIKE_FROST] : [kind])
    .executeTakeFirst()
  return row && toStored(row)
}

/** Adds advice, or changes the one of that id. */
export async function upsertAdvice(tx: Tx, householdId: string, advice: StoredAdvice): Promise<void> {
  const { kind, value, at, severity } = advice
  const told = { kind, value, at, severity, plants: JSON.stringify(advice.plants), told_at: advice.toldAt }
  await tx
    .insertInto('advice')
    .values({
      ...told,
      id: advice.adviceId,
      household_id: householdId,
      place_id: advice.placeId,
      night_of: advice.nightOf,
      ends_at: advice.endsAt,
      answered_at: null,
      answered_by: null,
      care_id: null,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(told))
    .execute()
}

/** Returns the advice of a household, or only what is of use at an instant and not answered. The gravest is first. */
export async function listAdvice(db: Db, householdId: string, now?: number): Promise<Advice[]> {
  const rows = await adviceOf(db, householdId)
    .$if(now !== undefined, (query) => query.where('ends_at', '>', now ?? 0).where('answered_at', 'is', null))
    .orderBy(({ eb }) =>
      eb.case().when('severity', '=', 'critical').then(0).when('severity', '=', 'warning').then(1).else(2).end(),
    )
    .orderBy('at')
    .orderBy('advice.id')
    .execute()
  return rows.map(toAdvice)
}

export async function findAdvice(
  db: Db,
  householdId: string,
  adviceId: string,
): Promise<{ readonly shown: Advice; readonly stored: AnsweredAdvice } | undefined> {
  const row = await adviceOf(db, householdId).where('advice.id', '=', adviceId).executeTakeFirst()
  return row && { shown: toAdvice(row), stored: toStored(row) }
}

/** Stores the first answer to an advice. */
export async function answerAdvice(
  tx: Tx,
  householdId: string,
  {
    adviceId,
    at,
    by,
    careId,
  }: { readonly adviceId: string; readonly at: number; readonly by: string; readonly careId: string | null },
): Promise<void> {
  await tx
    .updateTable('advice')
    .set({ answered_at: at, answered_by: by, care_id: careId })
    .where('id', '=', adviceId)
    .where('household_id', '=', householdId)
    .where('answered_at', 'is', null)
    .execute()
}

export async function removeAdviceBefore(db: Db, endsAt: number): Promise<void> {
  await db.deleteFrom('advice').where('ends_at', '<', endsAt).execute()
}

function adviceOf(db: Db, householdId: string) {
  return db
    .selectFrom('advice')
    .innerJoin('place', 'place.id', 'advice.place_id')
    .selectAll('advice')
    .select('place.name as place_name')
    .where('advice.household_id', '=', householdId)
}

type Row = Selectable<Schema['advice']>

function toStored(row: Row): AnsweredAdvice {
  return {
    adviceId: row.id,
    placeId: row.place_id,
    kind: row.kind,
    nightOf: row.night_of,
    value: row.value,
    at: row.at,
    severity: row.severity,
    plants: JSON.parse(row.plants) as NamedPlant[],
    toldAt: row.told_at,
    endsAt: row.ends_at,
    answeredAt: row.answered_at,
    careId: row.care_id,
  }
}

function toAdvice(row: Row & { readonly place_name: string }): Advice {
  const { toldAt: _, careId: __, ...stored } = toStored(row)
  return {
    ...stored,
    placeName: row.place_name,
    at: toTimestamp(stored.at),
    plants: [...stored.plants],
    endsAt: toTimestamp(stored.endsAt),
    answeredAt: stored.answeredAt === null ? null : toTimestamp(stored.answeredAt),
  }
}
