import { defaultSilence, toTimestamp, type ActiveHours, type Rule } from '@greenhouse/contract'
import { lockHousehold } from '../../platform/db/owners.ts'
import type { Db, Tx } from '../../platform/db/schema.ts'
import { bumpRulesVersion } from './rule-state-store.ts'
import { exceptDevice, listExceptions, replaceExceptions } from './silence-exception-store.ts'

/** A rule, and the sensor of its series; null for one on whole devices. */
export interface OwnedRule extends Rule {
  readonly metric: string | null
  readonly channel: string | null
  /** Whether its limit is the usual silence of its device, and follows the interval of that. */
  readonly hasUsualLimit: boolean
}

/** A rule as it is stored, without its state. */
export interface StoredRule extends Pick<
  Rule,
  | 'kind'
  | 'name'
  | 'seriesId'
  | 'upperLimit'
  | 'withinMinutes'
  | 'holdSeconds'
  | 'when'
  | 'severity'
  | 'repeatMinutes'
  | 'tellWhenOver'
  | 'channelIds'
  | 'exceptDeviceIds'
  | 'isOn'
> {
  /** Null for the silence of any device. */
  readonly deviceKey: number | null
  /** Null for the default of a silent device. */
  readonly limit: number | null
  /** Null for kinds without one. */
  readonly clearAt: number | null
  /** Milliseconds since 1970. */
  readonly mutedUntil: number | null
}

/** Returns the rules of a household, or those of one device, oldest first. */
export async function listOwnedRules(db: Db, householdId: string, deviceId?: string): Promise<OwnedRule[]> {
  const rules = ownedRules(db, householdId).orderBy('rule.created_at').orderBy('rule.id')
  const rows = await (deviceId === undefined ? rules : rules.where('device.id', '=', deviceId)).execute()
  return toRules(db, householdId, rows)
}

/** Returns the rules of a household as one of its people sees them. */
export async function listRules(
  db: Db,
  { householdId, userId }: { readonly householdId: string; readonly userId: string },
): Promise<Rule[]> {
  const own = await listChannelIds(db, userId)
  return (await listOwnedRules(db, householdId)).map((rule) => shownRule(rule, own))
}

export async function findOwnedRule(db: Db, householdId: string, ruleId: string): Promise<OwnedRule | undefined> {
  const row = await ownedRules(db, householdId).where('rule.id', '=', ruleId).executeTakeFirst()
  return row && (await toRules(db, householdId, [row]))[0]
}

export async function listChannelIds(db: Db, userId: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('channel').select('id').where('user_id', '=', userId).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns how many rules the household has beside those on the silence of devices, and locks their number until the transaction ends. */
export async function countRules(tx: Tx, householdId: string): Promise<number> {
  await lockHousehold(tx, householdId)
  const { count } = await tx
    .selectFrom('rule')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('household_id', '=', householdId)
    .where('series_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns rules with what is stored elsewhere of the one on the silence of any device. */
async function toRules(db: Db, householdId: string, rows: readonly OwnedRow[]): Promise<OwnedRule[]> {
  const rules = rows.map(toRule)
  const index = rules.findIndex(({ deviceId }) => deviceId === null)
  const ofAccount = rules[index]
  if (!ofAccount) return rules
  const exceptDeviceIds = await listExceptions(db, householdId)
  const isBroken = await hasOpenEpisode(db, ofAccount.ruleId)
  return rules.with(index, { ...ofAccount, exceptDeviceIds, isBroken })
}

async function hasOpenEpisode(db: Db, ruleId: string): Promise<boolean> {
  const open = db.selectFrom('episode').select('id').where('rule_id', '=', ruleId).where('closed_at', 'is', null)
  return (await open.limit(1).executeTakeFirst()) !== undefined
}

/** Returns how many rules a device has besides one and that on its silence. */
export async function countOthersOfDevice(tx: Tx, deviceKey: number, ruleId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('rule')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('device_key', '=', deviceKey)
    .where('series_id', 'is not', null)
    .where('id', '<>', ruleId)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns whether the household has a rule with these limits and hours on the same series or device besides one. */
export async function hasEqualRule(
  tx: Tx,
  ruleId: string,
  rule: StoredRule & { readonly householdId: string },
): Promise<boolean> {
  const columns = toColumns(rule)
  const row = await tx
    .selectFrom('rule')
    .select('id')
    .where('household_id', '=', rule.householdId)
    .where('device_key', 'is not distinct from', rule.deviceKey)
    .where('kind', '=', rule.kind)
    .where('series_id', 'is not distinct from', columns.series_id)
    // A device has one rule on its silence, and an account one on that of any device.
    .$if(rule.kind !== 'silent', (same) =>
      same
        .where('limit_value', '=', columns.limit_value)
        .where('upper_limit', 'is not distinct from', columns.upper_limit)
        .where('within_minutes', 'is not distinct from', columns.within_minutes)
        .where('active_hours', '=', columns.active_hours),
    )
    .where('id', '<>', ruleId)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertRule(
  tx: Tx,
  rule: StoredRule & { readonly ruleId: string; readonly householdId: string; readonly createdAt: number },
): Promise<void> {
  await tx
    .insertInto('rule')
    .values({
      id: rule.ruleId,
      household_id: rule.householdId,
      created_at: rule.createdAt,
      ...toColumns(rule),
      is_broken: 0,
      pending_since: null,
      changed_at: null,
      changed_by: null,
    })
    .execute()
  await saveExceptions(tx, rule.ruleId, rule)
  await bumpRulesVersion(tx, keysOf(rule.deviceKey))
}

export async function updateRule(tx: Tx, ruleId: string, rule: StoredRule): Promise<void> {
  const before = await tx.selectFrom('rule').select('device_key').where('id', '=', ruleId).executeTakeFirst()
  await tx.updateTable('rule').set(toColumns(rule)).where('id', '=', ruleId).execute()
  await saveExceptions(tx, ruleId, rule)
  await bumpRulesVersion(tx, keysOf(rule.deviceKey, before?.device_key))
}

async function saveExceptions(tx: Tx, ruleId: string, rule: StoredRule): Promise<void> {
  if (rule.deviceKey === null) await replaceExceptions(tx, ruleId, rule.exceptDeviceIds)
  else if (rule.kind === 'silent' && rule.seriesId === null) await exceptDevice(tx, rule.deviceKey)
}

function keysOf(...deviceKeys: ReadonlyArray<number | null | undefined>): number[] {
  return deviceKeys.filter((key) => typeof key === 'number')
}

/** Removes a rule; its alerts keep their text. False when the household has no such rule. */
export async function deleteRule(tx: Tx, householdId: string, ruleId: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('rule')
    .where('id', '=', ruleId)
    .where('household_id', '=', householdId)
    .returning('device_key')
    .executeTakeFirst()
  if (removed) await bumpRulesVersion(tx, keysOf(removed.device_key))
  return removed !== undefined
}

/** Selects the rules of a household with their devices and series. */
function ownedRules(db: Db, householdId: string) {
  return db
    .selectFrom('rule')
    .leftJoin('device', 'device.key', 'rule.device_key')
    .leftJoin('series', 'series.id', 'rule.series_id')
    .selectAll('rule')
    .select(['series.metric', 'series.channel', 'device.id as device_id', 'device.wait_seconds'])
    .where('rule.household_id', '=', householdId)
}

/** Returns a rule as the contract has it, with the channels of its reader only: channels are private. */
export function shownRule(
  { metric: _metric, channel: _channel, hasUsualLimit: _usual, ...rule }: OwnedRule,
  own: ReadonlySet<string>,
): Rule {
  return { ...rule, channelIds: rule.channelIds.filter((channelId) => own.has(channelId)) }
}

type OwnedRow = Awaited<ReturnType<ReturnType<typeof ownedRules>['executeTakeFirstOrThrow']>>

function toRule(row: OwnedRow): OwnedRule {
  const limit = row.limit_value ?? defaultSilence(row.wait_seconds ?? 0)
  return {
    ruleId: row.id,
    name: row.name,
    kind: row.kind,
    seriesId: row.series_id,
    deviceId: row.device_id,
    exceptDeviceIds: [],
    limit,
    upperLimit: row.upper_limit,
    withinMinutes: row.within_minutes,
    clearAt: row.kind === 'silent' ? null : (row.clear_at ?? row.upper_limit ?? limit),
    holdSeconds: row.hold_seconds,
    when: JSON.parse(row.active_hours) as ActiveHours,
    severity: row.severity,
    repeatMinutes: row.repeat_minutes,
    tellWhenOver: row.tell_when_over === 1,
    channelIds: JSON.parse(row.channel_ids) as string[],
    mutedUntil: row.muted_until === null ? null : toTimestamp(row.muted_until),
    isOn: row.is_on === 1,
    isBroken: row.is_broken === 1,
    metric: row.metric,
    channel: row.channel,
    hasUsualLimit: row.limit_value === null,
  }
}

function toColumns(rule: StoredRule) {
  return {
    series_id: rule.seriesId,
    device_key: rule.deviceKey,
    name: rule.name,
    kind: rule.kind,
    limit_value: rule.limit,
    upper_limit: rule.upperLimit,
    within_minutes: rule.withinMinutes,
    clear_at: rule.clearAt === (rule.upperLimit ?? rule.limit) ? null : rule.clearAt,
    hold_seconds: rule.holdSeconds,
    active_hours: JSON.stringify(rule.when),
    severity: rule.severity,
    repeat_minutes: rule.repeatMinutes,
    tell_when_over: Number(rule.tellWhenOver),
    channel_ids: JSON.stringify(rule.channelIds),
    muted_until: rule.mutedUntil,
    is_on: Number(rule.isOn),
  }
}
