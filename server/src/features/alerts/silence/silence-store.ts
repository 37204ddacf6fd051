import { defaultSilence, type ActiveHours } from '@greenhouse/contract'
import { sql } from 'kysely'
import { databaseNow } from '../../../platform/db/database-clock.ts'
import { firstOwnerOf } from '../../../platform/db/owners.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { sunPlacesOf } from '../../rules/rule-place-store.ts'

/** A rule on silence, as it is checked again and again. */
export interface SilenceRule {
  readonly ruleId: string
  /** True for the rule of an account, which is listed once for each of its devices. */
  readonly isOfAccount: boolean
  readonly householdId: string
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

/** Some of the partitions of the log, and their total. */
export interface SomePartitions {
  readonly owned: readonly number[]
  readonly partitions: number
}

/** Returns rules on silence of one device or series of these partitions that are on, by id after one. */
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
    .leftJoin('weather_place', (join) =>
      join.on((eb) => eb('weather_place.user_id', '=', firstOwnerOf(eb.ref('rule.household_id')))),
    )
    .select(['rule.id', 'rule.household_id', 'device.key as device_key', 'rule.limit_value', 'rule.created_at'])
    .select(['rule.is_broken', 'rule.changed_at', 'rule.active_hours', 'device.wait_seconds', 'series.slot'])
    .select(['device.place_id', 'weather_place.latitude', 'weather_place.longitude'])
    .where('rule.kind', '=', 'silent')
    .where('rule.is_on', '=', 1)
    .where('rule.id', '>', after)
    .$if(owned.length < partitions, (query) =>
      query.where(sql<number>`rule.device_key % ${partitions}`, 'in', owned.length > 0 ? owned : [-1]),
    )
    .orderBy('rule.id')
    .limit(limit)
    .execute()
  const placeOf = await sunPlacesOf(db, rows)
  return rows.map((row) => ({
    ...toRule(row),
    place: placeOf(row),
    isOfAccount: false,
    slot: row.slot,
    isBroken: row.is_broken === 1,
    changedAt: row.changed_at,
  }))
}

/** Which devices are checked: these, or those of partitions by key after one. */
type SilenceScope =
  | { readonly deviceKeys: readonly number[] }
  | (SomePartitions & { readonly after: number; readonly limit: number })

/** Returns the rules of accounts on silence that are on, once for each device that they do not leave out, by its key. */
export async function listSilenceOfAccounts(db: Db, scope: SilenceScope): Promise<SilenceRule[]> {
  const rows = await db
    .selectFrom('device')
    .innerJoin('rule', (join) =>
      join.onRef('rule.household_id', '=', 'device.household_id').on('rule.device_key', 'is', null),
    )
    .leftJoin('silence_exception', (join) =>
      join.onRef('silence_exception.rule_id', '=', 'rule.id').onRef('silence_exception.device_key', '=', 'device.key'),
    )
    .leftJoin('episode', (join) =>
      join
        .onRef('episode.rule_id', '=', 'rule.id')
        .onRef('episode.device_key', '=', 'device.key')
        .on('episode.closed_at', 'is', null),
    )
    .leftJoin('weather_place', (join) =>
      join.on((eb) => eb('weather_place.user_id', '=', firstOwnerOf(eb.ref('rule.household_id')))),
    )
    .select(['rule.id', 'rule.household_id', 'device.key as device_key', 'rule.limit_value', 'rule.created_at'])
    .select(['rule.active_hours', 'device.wait_seconds', 'episode.opened_at'])
    .select(['device.place_id', 'weather_place.latitude', 'weather_place.longitude'])
    // Plants have a value a day and send nothing.
    .where('device.plant_id', 'is', null)
    .where('rule.is_on', '=', 1)
    .where('silence_exception.rule_id', 'is', null)
    .$call((query) => {
      if ('deviceKeys' in scope) return query.where('device.key', 'in', scope.deviceKeys)
      const { owned, partitions, after, limit } = scope
      return query
        .where('device.key', '>', after)
        .$if(owned.length < partitions, (some) =>
          some.where(sql<number>`device.key % ${partitions}`, 'in', owned.length > 0 ? owned : [-1]),
        )
        .limit(limit)
    })
    .orderBy('device.key')
    .execute()
  const placeOf = await sunPlacesOf(db, rows)
  return rows.map((row) => ({
    ...toRule(row),
    place: placeOf(row),
    isOfAccount: true,
    slot: null,
    isBroken: row.opened_at !== null,
    changedAt: row.opened_at,
  }))
}

interface RuleRow {
  readonly id: string
  readonly household_id: string
  readonly device_key: number
  readonly limit_value: number | null
  readonly created_at: number
  readonly active_hours: string
  readonly wait_seconds: number
}

function toRule(row: RuleRow) {
  return {
    ruleId: row.id,
    householdId: row.household_id,
    deviceKey: row.device_key,
    limitMs: (row.limit_value ?? defaultSilence(row.wait_seconds)) * 1000,
    createdAt: row.created_at,
    limitSeconds: row.limit_value,
    activeHours: JSON.parse(row.active_hours) as ActiveHours,
  }
}

/** Changes whether a rule on the silence of one device is broken; false when another transaction has done so, or has changed the rule. */
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

/** Notes from when on the silence of a partition is counted, and that it is checked now. */
export async function storeCountFrom(db: Db, partition: number, countFrom: number): Promise<void> {
  const noted = { count_from: countFrom, looked_at: databaseNow(db) }
  await db
    .insertInto('silence_watch')
    .values({ partition, ...noted })
    .onConflict((conflict) => conflict.column('partition').doUpdateSet(noted))
    .execute()
}

/**
 * Returns when the count of silence in a partition began; undefined when it was not checked within this many
 * milliseconds.
 */
export async function findCountFrom(db: Db, partition: number, withinMs: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('silence_watch')
    .select('count_from')
    .where('partition', '=', partition)
    .where('looked_at', '>=', ({ eb }) => eb(databaseNow(db), '-', withinMs))
    .executeTakeFirst()
  return row?.count_from
}
