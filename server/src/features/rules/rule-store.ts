import type { Rule, RuleLimit } from '@greenhouse/contract'
import { lockOwner } from '../../platform/db/lock-owner.ts'
import type { Db, Tx } from '../../platform/db/schema.ts'
import { bumpRulesVersion } from './rule-state-store.ts'

/** A rule, and the sensor of its series. */
export interface OwnedRule extends Rule {
  readonly metric: string
  readonly channel: string
}

/** A limit on a series as it is stored, with when it alerts and when that is over. */
export interface SeriesLimit extends RuleLimit {
  readonly clearAt: number
  readonly holdSeconds: number
  readonly seriesId: string
  readonly deviceKey: number
}

/** Returns the rules of a user, or those of one device, oldest first. */
export async function listOwnedRules(db: Db, userId: string, deviceId?: string): Promise<OwnedRule[]> {
  const rules = ownedRules(db, userId).orderBy('rule.created_at').orderBy('rule.id')
  const rows = await (deviceId === undefined ? rules : rules.where('device.id', '=', deviceId)).execute()
  return rows.map(toRule)
}

/** The same as the contract has them. */
export async function listRules(db: Db, userId: string): Promise<Rule[]> {
  return (await listOwnedRules(db, userId)).map(withoutSensor)
}

export async function findOwnedRule(db: Db, userId: string, ruleId: string): Promise<OwnedRule | undefined> {
  const row = await ownedRules(db, userId).where('rule.id', '=', ruleId).executeTakeFirst()
  return row && toRule(row)
}

/** Returns how many rules the user has, and locks their number until the transaction ends. */
export async function countRules(tx: Tx, userId: string): Promise<number> {
  await lockOwner(tx, userId)
  const { count } = await tx
    .selectFrom('rule')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns how many rules a device has besides one. */
export async function countOthersOfDevice(tx: Tx, deviceKey: number, ruleId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('rule')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('device_key', '=', deviceKey)
    .where('id', '<>', ruleId)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns whether a series has a rule with this limit besides one. */
export async function hasEqualRule(tx: Tx, ruleId: string, { seriesId, kind, limit }: SeriesLimit): Promise<boolean> {
  const row = await tx
    .selectFrom('rule')
    .select('id')
    .where('series_id', '=', seriesId)
    .where('kind', '=', kind)
    .where('limit_value', '=', limit)
    .where('id', '<>', ruleId)
    .executeTakeFirst()
  return row !== undefined
}

/** Throws when the device has an equal rule. */
export async function insertRule(
  tx: Tx,
  rule: SeriesLimit & { readonly ruleId: string; readonly userId: string; readonly createdAt: number },
): Promise<void> {
  await tx
    .insertInto('rule')
    .values({
      id: rule.ruleId,
      user_id: rule.userId,
      created_at: rule.createdAt,
      ...toColumns(rule),
      is_broken: 0,
      pending_since: null,
      changed_at: null,
      changed_by: null,
    })
    .execute()
  await bumpRulesVersion(tx, [rule.deviceKey])
}

/** Changes a rule. Throws when the device has an equal one. */
export async function updateRule(tx: Tx, ruleId: string, rule: SeriesLimit): Promise<void> {
  const before = await tx.selectFrom('rule').select('device_key').where('id', '=', ruleId).executeTakeFirst()
  await tx.updateTable('rule').set(toColumns(rule)).where('id', '=', ruleId).execute()
  await bumpRulesVersion(tx, [rule.deviceKey, ...(before ? [before.device_key] : [])])
}

/** Removes a rule; its alerts keep their text. False when the user has no such rule. */
export async function deleteRule(tx: Tx, userId: string, ruleId: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('rule')
    .where('id', '=', ruleId)
    .where('user_id', '=', userId)
    .returning('device_key')
    .executeTakeFirst()
  if (removed) await bumpRulesVersion(tx, [removed.device_key])
  return removed !== undefined
}

/** Selects the rules of a user with what is known of their series. */
function ownedRules(db: Db, userId: string) {
  return db
    .selectFrom('rule')
    .innerJoin('series', 'series.id', 'rule.series_id')
    .innerJoin('device', 'device.key', 'rule.device_key')
    .select(['rule.id', 'rule.series_id', 'rule.kind', 'rule.limit_value', 'rule.is_broken'])
    .select(['rule.clear_at', 'rule.hold_seconds'])
    .select(['series.metric', 'series.channel', 'device.id as device_id'])
    .where('rule.user_id', '=', userId)
}

/** Returns a rule as the contract has it. */
export function withoutSensor({ metric: _metric, channel: _channel, ...rule }: OwnedRule): Rule {
  return rule
}

type OwnedRow = Awaited<ReturnType<ReturnType<typeof ownedRules>['executeTakeFirstOrThrow']>>

function toRule(row: OwnedRow): OwnedRule {
  return {
    ruleId: row.id,
    seriesId: row.series_id,
    deviceId: row.device_id,
    kind: row.kind,
    limit: row.limit_value,
    clearAt: row.clear_at ?? row.limit_value,
    holdSeconds: row.hold_seconds,
    isBroken: row.is_broken === 1,
    metric: row.metric,
    channel: row.channel,
  }
}

function toColumns({ seriesId, deviceKey, kind, limit, clearAt, holdSeconds }: SeriesLimit) {
  const levels = { limit_value: limit, clear_at: clearAt === limit ? null : clearAt, hold_seconds: holdSeconds }
  return { series_id: seriesId, device_key: deviceKey, kind, ...levels }
}
