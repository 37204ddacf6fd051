import { sensorTypeOf, writeCondition, type DeviceCondition } from '@greenhouse/contract'
import type { Db } from '../../../platform/db/schema.ts'
import { findOwnedRule, listOwnedRules, type OwnedRule } from '../rule-store.ts'

/** Returns the household's rules, or those of one device, that clients of the first four metrics can read. */
export async function listDeviceConditions(db: Db, householdId: string, deviceId?: string): Promise<DeviceCondition[]> {
  return (await listOwnedRules(db, householdId, deviceId)).flatMap((rule) => toCondition(rule) ?? [])
}

export async function findDeviceCondition(
  db: Db,
  householdId: string,
  ruleId: string,
): Promise<DeviceCondition | undefined> {
  const rule = await findOwnedRule(db, householdId, ruleId)
  return rule && toCondition(rule)
}

/** Returns a rule as a condition; undefined for one of a kind or on a series that conditions cannot name. */
function toCondition(rule: OwnedRule): DeviceCondition | undefined {
  const { kind, limit, metric, channel, deviceId } = rule
  if ((kind !== 'above' && kind !== 'below') || metric === null || channel === null) return undefined
  if (deviceId === null) return undefined
  const sensorType = sensorTypeOf({ metric, channel })
  return (
    sensorType && {
      conditionAlertUserDeviceId: rule.ruleId,
      userDeviceId: deviceId,
      sensorType,
      condition: writeCondition({ kind, limit }),
      isMet: rule.isBroken,
    }
  )
}
