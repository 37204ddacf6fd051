import { RULES_PER_DEVICE_MAX, RULES_PER_USER_MAX } from '@greenhouse/contract'
import { lockHousehold } from '../../platform/db/owners.ts'
import type { Tx } from '../../platform/db/schema.ts'
import { countOthersOfDevice, countRules, hasEqualRule, insertRule, updateRule, type StoredRule } from './rule-store.ts'

export type Refusal = 'duplicate' | 'device-full' | 'user-full'

export const DEVICE_FULL = `This device has room for ${RULES_PER_DEVICE_MAX} conditions. Remove one first, or choose another device.`
export const USER_FULL = `There is room for ${RULES_PER_USER_MAX} conditions. Remove one first.`

/** Runs a transaction that saves or removes a rule; evaluates the rule in it, and ends its episodes when it means another thing. */
export type EvaluateSaved = (
  saved: Owned & { readonly deviceKey: number | null },
  save: (tx: Tx) => Promise<void>,
) => Promise<void>

interface Owned {
  readonly ruleId: string
  readonly householdId: string
}

/** Adds a rule to a series of the household. Returns what forbids it. */
export async function addRule(
  tx: Tx,
  rule: Owned & StoredRule & { readonly createdAt: number },
): Promise<Refusal | undefined> {
  if ((await countRules(tx, rule.householdId)) >= RULES_PER_USER_MAX) return 'user-full'
  const refusal = await refusalOf(tx, rule)
  if (!refusal) await insertRule(tx, rule)
  return refusal
}

/** Changes a rule of the household. Returns what forbids it. */
export async function changeRule(tx: Tx, rule: Owned & StoredRule): Promise<Refusal | undefined> {
  await lockHousehold(tx, rule.householdId)
  const refusal = await refusalOf(tx, rule)
  if (!refusal) await updateRule(tx, rule.ruleId, rule)
  return refusal
}

async function refusalOf(tx: Tx, rule: Owned & StoredRule): Promise<Refusal | undefined> {
  if (await hasEqualRule(tx, rule.ruleId, rule)) return 'duplicate'
  if (rule.deviceKey === null) return undefined
  const others = await countOthersOfDevice(tx, rule.deviceKey, rule.ruleId)
  return others >= RULES_PER_DEVICE_MAX ? 'device-full' : undefined
}
