import { defaultSilence, type ActiveHours } from '@greenhouse/contract'
import { sql } from 'kysely'
import { databaseNow } from '../../platform/db/database-clock.ts'
import type { Db } from '../../platform/db/schema.ts'

/** A rule on silence, as it is looked at again and again. */
export interface SilenceRule {
  readonly ruleId: string
  readonly userId: string
  readonly deviceKey: number
  /** Where its series has its values; null for one on the whole device. */
  readonly slot: number | null
  readonly limitMs: number
  readonly createdAt: number
  readonly isBroken: boolean
  /** When it was changed to that; null at the beginning. */
  readonly changedAt: number | null
  /** As it is stored: null for the default of its device. */
  readonly limitSeconds: number | null
  readonly activeHours: ActiveHours
  readonly place: { readonly latitude: number; readonly longitude: number } | null
}

/** Partitions of the log, of so many. */
export interface SomePartitions {
  readonly owned: readonly number[]
  readonly partitions: number
}

/** Returns rules on silence of devices of these partitions that are on, by id after one. */
export async function listSilenceRules(
  db: Db,
  { owned, partitions }: SomePartitions,
  after: string,
  limit: number,
): Promise<SilenceRule[]> {
  const rows = await db
    .selectFrom('rule')
    .innerJoin('device', 'device.key', 'rule.device_key')
    .leftJoin('series', 'series.id', 'rule.series_id')
    .leftJoin('weather_place', 'weather_place.user_id', 'rule.user_id')
    .select(['rule.id', 'rule.user_id', 'rule.device_key', 'rule.series_id', 'rule.limit_value', 'rule.created_at'])
    .select(['rule.is_broken', 'rule.changed_at', 'rule.active_hours', 'device.wait_seconds', 'series.slot'])
    .select(['weather_place.latitude', 'weather_place.longitude'])
    .where('rule.kind', '=', 'silent')
    .where('rule.is_on', '=', 1)
    .where('rule.id', '>', after)
    .$if(owned.length < partitions, (query) =>
      query.where(sql<number>`rule.device_key % ${partitions}`, 'in', owned.length > 0 ? owned : [-1]),
    )
    .orderBy('rule.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ruleId: row.id,
    userId: row.user_id,
    deviceKey: row.device_key,
    slot: row.slot,
    limitMs: (row.limit_value ?? defaultSilence(row.wait_seconds)) * 1000,
    createdAt: row.created_at,
    isBroken: row.is_broken === 1,
    changedAt: row.changed_at,
    limitSeconds: row.limit_value,
    activeHours: JSON.parse(row.active_hours) as ActiveHours,
    place:
      row.latitude === null || row.longitude === null ? null : { latitude: row.latitude, longitude: row.longitude },
  }))
}

/** Changes whether a rule on silence is broken; false when another transaction has done so, or has changed the rule. */
export async function turnSilence(
  db: Db,
  { rule, isBroken, at }: { readonly rule: SilenceRule; readonly isBroken: boolean; readonly at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('rule')
    .set({ is_broken: Number(isBroken), changed_at: at, changed_by: null })
    .where('id', '=', rule.ruleId)
    .where('is_on', '=', 1)
    .where('kind', '=', 'silent')
    .where('limit_value', 'is not distinct from', rule.limitSeconds)
    .where('is_broken', '=', Number(!isBroken))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Notes from when on the silence of a partition is counted, and that it is looked for now. */
export async function storeCountFrom(db: Db, partition: number, countFrom: number): Promise<void> {
  const noted = { count_from: countFrom, looked_at: databaseNow(db) }
  await db
    .insertInto('silence_watch')
    .values({ partition, ...noted })
    .onConflict((conflict) => conflict.column('partition').doUpdateSet(noted))
    .execute()
}

/** Returns from when on the silence of a partition is counted; undefined when it was not looked for within so many milliseconds. */
export async function findCountFrom(db: Db, partition: number, withinMs: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('silence_watch')
    .select('count_from')
    .where('partition', '=', partition)
    .where('looked_at', '>=', ({ eb }) => eb(databaseNow(db), '-', withinMs))
    .executeTakeFirst()
  return row?.count_from
}
