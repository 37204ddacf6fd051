import { metricById, type ActiveHours } from '@greenhouse/contract'
import { sql } from 'kysely'
import { firstOwnerOf } from '../../platform/db/owners.ts'
import type { Db, Tx } from '../../platform/db/schema.ts'
import { batchStatement, placeholders } from '../../platform/db/statement.ts'
import type { Outcome } from './evaluate/evaluate.ts'
import type { EvaluatedRule } from './evaluate/rule.ts'
import { sunPlacesOf } from './rule-place-store.ts'

/** Returns the rules of devices that are evaluated on values, by key; every given key has a list. */
export async function listRulesOf(db: Db, deviceKeys: readonly number[]): Promise<Map<number, EvaluatedRule[]>> {
  const rows = await db
    .selectFrom('rule')
    .innerJoin('series', 'series.id', 'rule.series_id')
    .innerJoin('device', 'device.key', 'rule.device_key')
    .leftJoin('weather_place', (join) =>
      join.on((eb) => eb('weather_place.user_id', '=', firstOwnerOf(eb.ref('rule.household_id')))),
    )
    .select(['rule.id', 'rule.device_key', 'rule.kind', 'rule.limit_value', 'rule.is_broken', 'rule.since_seq'])
    .select(['rule.clear_at', 'rule.hold_seconds', 'rule.pending_since', 'rule.changed_at'])
    .select(['rule.upper_limit', 'rule.within_minutes', 'rule.active_hours'])
    .select(['series.id as series_id', 'series.slot', 'series.metric'])
    .select(['device.place_id', 'weather_place.latitude', 'weather_place.longitude'])
    .where('rule.device_key', 'in', deviceKeys)
    .$narrowType<{ device_key: number }>()
    .where('rule.kind', '<>', 'silent')
    .where('rule.is_on', '=', 1)
    .orderBy('rule.created_at')
    .orderBy('rule.id')
    .execute()
  const placeOf = await sunPlacesOf(db, rows)
  const rules = new Map<number, EvaluatedRule[]>(deviceKeys.map((key) => [key, []]))
  for (const row of rows) {
    const { kind, limit_value: limit, upper_limit: upperLimit } = row
    if (kind === 'silent' || limit === null) continue
    rules.get(row.device_key)?.push({
      ruleId: row.id,
      seriesId: row.series_id,
      slot: row.slot,
      metric: metricById(row.metric),
      kind,
      limit,
      upperLimit,
      withinMinutes: row.within_minutes,
      clearAt: row.clear_at ?? upperLimit ?? limit,
      holdSeconds: row.hold_seconds,
      activeHours: JSON.parse(row.active_hours) as ActiveHours,
      place: placeOf(row),
      isBroken: row.is_broken === 1,
      changedAt: row.changed_at,
      pendingSince: row.pending_since,
      sinceSeq: row.since_seq,
    })
  }
  return rules
}

/** Stores the state of a rule; false when another transaction has changed it meanwhile and stored its episodes. */
export async function updateOutcome(tx: Tx, { rule, transitions, pendingSince, seenAt }: Outcome): Promise<boolean> {
  const last = transitions.at(-1)
  const { numUpdatedRows } = await tx
    .updateTable('rule')
    .set({ pending_since: pendingSince, changed_at: seenAt, ...(last ? toColumns(last) : {}) })
    .where('id', '=', rule.ruleId)
    .where('is_broken', '=', Number(rule.isBroken))
    .where('pending_since', 'is not distinct from', rule.pendingSince)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Has a rule begin as not broken, and count from a position in the log on: earlier values say nothing to it. */
export async function restartRule(tx: Tx, ruleId: string, seq: number): Promise<void> {
  await tx
    .updateTable('rule')
    .set({ is_broken: 0, pending_since: null, changed_at: null, changed_by: null, since_seq: seq })
    .where('id', '=', ruleId)
    .execute()
}

/** Notes until when values were evaluated for a rule that begins, in milliseconds since 1970. */
export async function noteSeen(tx: Tx, ruleId: string, seenAt: number): Promise<void> {
  await tx.updateTable('rule').set({ changed_at: seenAt }).where('id', '=', ruleId).execute()
}

/**
 * Bumps the version of the rules of these devices: every cached copy of them is stale then. Until the transaction ends nobody
 * else changes their rules, or evaluates them. Returns the new versions of those that exist.
 */
export async function bumpRulesVersion(tx: Tx, deviceKeys: readonly number[]): Promise<Map<number, number>> {
  if (deviceKeys.length === 0) return new Map()
  const rows = await tx
    .updateTable('device')
    .set((set) => ({ rules_version: set('rules_version', '+', 1) }))
    .where('key', 'in', deviceKeys)
    .returning(['key', 'rules_version'])
    .execute()
  return new Map(rows.map((row) => [row.key, row.rules_version]))
}

const selectVersions = batchStatement<{ key: number; rules_version: number }>(
  [256, 64, 8, 1],
  (size) => `select key, rules_version from device where key in (${placeholders(size)})`,
)

/** Returns the versions of the rules of those of the devices that exist. */
export async function readRulesVersions(db: Db, deviceKeys: readonly number[]): Promise<Map<number, number>> {
  const rows = await selectVersions(
    db,
    deviceKeys.map((key) => [key]),
  )
  return new Map(rows.map((row) => [row.key, row.rules_version]))
}

/** Returns the devices of a partition that have a rule which began after a position in its log. */
export async function listDevicesWithNewRules(
  db: Db,
  { partition, partitions, after }: { readonly partition: number; readonly partitions: number; readonly after: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('rule')
    .select('device_key')
    .distinct()
    .where('since_seq', '>', after)
    .where('device_key', 'is not', null)
    .$narrowType<{ device_key: number }>()
    .where(sql<boolean>`rule.device_key % ${partitions} = ${partition}`)
    .execute()
  return rows.map((row) => row.device_key)
}

function toColumns({ isBroken, value }: Outcome['transitions'][number]) {
  return { is_broken: Number(isBroken), changed_by: value }
}
