import {
  metricOf,
  parseCondition,
  writeCondition,
  type DeviceCondition,
  type DeviceConditionInput,
} from '@greenhouse/contract'
import type { Selectable } from 'kysely'
import { lockOwner } from '../../platform/db/lock-owner.ts'
import type { Db, DeviceConditionTable, Tx } from '../../platform/db/schema.ts'
import type { Outcome, Rule } from './evaluate.ts'

type Row = Pick<
  Selectable<DeviceConditionTable>,
  'id' | 'sensor_type' | 'operator' | 'threshold_hundredths' | 'is_met'
> & { device_id: string }

const COLUMNS = [
  'device_condition.id',
  'device_condition.sensor_type',
  'device_condition.operator',
  'device_condition.threshold_hundredths',
  'device_condition.is_met',
  'device.id as device_id',
] as const

/** Returns the user's conditions on devices, or those of one device. */
export async function listDeviceConditions(db: Db, userId: string, deviceId?: string): Promise<DeviceCondition[]> {
  const rows = await db
    .selectFrom('device_condition')
    .innerJoin('device', 'device.key', 'device_condition.device_key')
    .select(COLUMNS)
    .where('device_condition.user_id', '=', userId)
    .$call((query) => (deviceId === undefined ? query : query.where('device.id', '=', deviceId)))
    .orderBy('device_condition.created_at')
    .orderBy('device_condition.id')
    .execute()
  return rows.map(toCondition)
}

/** Returns how many conditions the user has on devices, and locks their number until the transaction ends. */
export async function countConditions(tx: Tx, userId: string): Promise<number> {
  await lockOwner(tx, userId)
  const { count } = await tx
    .selectFrom('device_condition')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export async function countOfDevice(tx: Tx, deviceKey: number): Promise<number> {
  const { count } = await tx
    .selectFrom('device_condition')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('device_key', '=', deviceKey)
    .executeTakeFirstOrThrow()
  return count
}

/** Adds a condition; undefined when the device has an equal one. */
export async function insertDeviceCondition(
  tx: Tx,
  userId: string,
  input: DeviceConditionInput & { id: string; deviceKey: number; createdAt: number },
): Promise<DeviceCondition | undefined> {
  const row = await tx
    .insertInto('device_condition')
    .values({
      id: input.id,
      user_id: userId,
      device_key: input.deviceKey,
      created_at: input.createdAt,
      ...toColumns(input),
      is_met: 0,
      changed_at: null,
      changed_by: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  await bumpRulesVersion(tx, [input.deviceKey])
  return toCondition({ ...row, device_id: input.userDeviceId })
}

/** Changes a condition and resets its state to not met; 'duplicate' when the device has an equal one. */
export async function updateDeviceCondition(
  tx: Tx,
  userId: string,
  input: DeviceConditionInput & { id: string; deviceKey: number },
): Promise<DeviceCondition | 'duplicate' | undefined> {
  const known = await tx
    .selectFrom('device_condition')
    .select('device_key')
    .where('id', '=', input.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!known) return undefined
  const columns = toColumns(input)
  const equal = await tx
    .selectFrom('device_condition')
    .select('id')
    .where('device_key', '=', input.deviceKey)
    .where('sensor_type', '=', columns.sensor_type)
    .where('operator', '=', columns.operator)
    .where('threshold_hundredths', '=', columns.threshold_hundredths)
    .where('id', '<>', input.id)
    .executeTakeFirst()
  if (equal) return 'duplicate'
  const row = await tx
    .updateTable('device_condition')
    .set({ device_key: input.deviceKey, ...columns, is_met: 0, changed_at: null, changed_by: null })
    .where('id', '=', input.id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await bumpRulesVersion(tx, [known.device_key, input.deviceKey])
  return toCondition({ ...row, device_id: input.userDeviceId })
}

/** Removes a condition; its alerts keep their text. False when the user has no such condition. */
export async function deleteDeviceCondition(tx: Tx, userId: string, id: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('device_condition')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('device_key')
    .executeTakeFirst()
  if (removed) await bumpRulesVersion(tx, [removed.device_key])
  return removed !== undefined
}

/** Returns the device and sensor of a condition of the user. */
export async function findConditionDevice(
  db: Db,
  userId: string,
  id: string,
): Promise<{ deviceKey: number; sensorType: string } | undefined> {
  const row = await db
    .selectFrom('device_condition')
    .select(['device_key', 'sensor_type'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && { deviceKey: row.device_key, sensorType: row.sensor_type }
}

/** Returns the rules of devices, by key; every given key has a list. */
export async function listRules(db: Db, deviceKeys: readonly number[]): Promise<Map<number, Rule[]>> {
  const rows = await db
    .selectFrom('device_condition')
    .select(['id', 'device_key', 'sensor_type', 'operator', 'threshold_hundredths', 'is_met', 'since_seq'])
    .where('device_key', 'in', deviceKeys)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const rules = new Map<number, Rule[]>(deviceKeys.map((key) => [key, []]))
  for (const row of rows) rules.get(row.device_key)?.push(toRule(row))
  return rules
}

/** Stores the state of a rule; false when another transaction has changed it meanwhile and stored the alert. */
export async function updateOutcome(tx: Tx, { rule, changed }: Outcome): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('device_condition')
    .set({ is_met: Number(changed.isMet), changed_at: changed.at, changed_by: changed.value })
    .where('id', '=', rule.conditionId)
    .where('is_met', '=', Number(rule.isMet))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Has a rule count from a position in the log on: what came before it was saved says nothing to it. */
export async function storeSince(tx: Tx, conditionId: string, seq: number): Promise<void> {
  await tx.updateTable('device_condition').set({ since_seq: seq }).where('id', '=', conditionId).execute()
}

/** Bumps the version of the rules of these devices: every cached copy of them is stale then. */
export async function bumpRulesVersion(tx: Tx, deviceKeys: readonly number[]): Promise<void> {
  await tx
    .updateTable('device')
    .set((set) => ({ rules_version: set('rules_version', '+', 1) }))
    .where('key', 'in', deviceKeys)
    .execute()
}

function toColumns({ sensorType, condition }: Pick<DeviceConditionInput, 'sensorType' | 'condition'>) {
  const limit = parseCondition(condition)
  if (!limit) throw new Error(`The schema let a condition pass that can't be read: ${condition}`)
  const { operator, threshold } = limit
  return { sensor_type: sensorType, operator, threshold_hundredths: Math.round(threshold * 100) }
}

function toRule(row: Omit<Row, 'device_id'> & Pick<Selectable<DeviceConditionTable>, 'since_seq'>): Rule {
  return {
    conditionId: row.id,
    metric: metricOf(row.sensor_type),
    limit: { operator: row.operator, threshold: row.threshold_hundredths / 100 },
    isMet: row.is_met === 1,
    sinceSeq: row.since_seq,
  }
}

function toCondition(row: Row): DeviceCondition {
  return {
    conditionAlertUserDeviceId: row.id,
    userDeviceId: row.device_id,
    sensorType: row.sensor_type,
    condition: writeCondition({ operator: row.operator, threshold: row.threshold_hundredths / 100 }),
    isMet: row.is_met === 1,
  }
}
