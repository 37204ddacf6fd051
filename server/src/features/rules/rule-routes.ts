import { DUPLICATE_RULE, ruleRoutes, type Rule } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { found, invalid, ProblemError } from '../../platform/problem.ts'
import { findDeviceKeys } from '../devices/known-device-store.ts'
import { withFired } from './fired-rules.ts'
import { changedRule, ruleFrom, type Editor } from './rule-input.ts'
import { deleteRule, findOwnedRule, listChannelIds, listRules, shownRule, type OwnedRule } from './rule-store.ts'
import { addRule, changeRule, DEVICE_FULL, USER_FULL, type EvaluateSaved, type Refusal } from './save-rule.ts'

/** @param evaluateSaved runs the transaction that saves or removes a rule */
export function serveRules({ db, newId, now, serve }: Context, evaluateSaved: EvaluateSaved): void {
  serve(ruleRoutes.list, async ({ query: { fired } }, member) => {
    const rules = await listRules(db, member)
    return fired === undefined
      ? rules
      : withFired(db, rules, { householdId: member.householdId, days: Number(fired), now: now() })
  })

  serve(ruleRoutes.create, async ({ body }, member) => {
    const { householdId } = member
    const { deviceKey } = await ruleFrom(db, member, body)
    const ruleId = newId()
    await evaluateSaved({ householdId, ruleId, deviceKey }, async (tx) => {
      const rule = await ruleFrom(tx, member, body)
      refuse(await addRule(tx, { ...rule, ruleId, householdId, createdAt: now() }))
    })
    return ruleOf(db, member, ruleId)
  })

  serve(ruleRoutes.edit, async ({ params: { ruleId }, body }, member) => {
    const { householdId } = member
    const before = await ownedRuleOf(db, householdId, ruleId)
    const { deviceKey } = await ruleFrom(db, member, changedRule(before, body), before)
    await evaluateSaved({ householdId, ruleId, deviceKey }, async (tx) => {
      const current = await ownedRuleOf(tx, householdId, ruleId)
      const rule = await ruleFrom(tx, member, changedRule(current, body), current)
      refuse(await changeRule(tx, { ...rule, ruleId, householdId }))
    })
    return ruleOf(db, member, ruleId)
  })

  serve(ruleRoutes.remove, async ({ params: { ruleId } }, { householdId }) => {
    const { deviceId } = await ownedRuleOf(db, householdId, ruleId)
    // Of a device, or of a plant.
    const deviceKey = deviceId === null ? null : found((await findDeviceKeys(db, [deviceId])).get(deviceId), 'rule')
    await evaluateSaved({ householdId, ruleId, deviceKey }, async (tx) => {
      found(await deleteRule(tx, householdId, ruleId), 'rule')
    })
  })
}

async function ruleOf(db: Db, { householdId, userId }: Editor, ruleId: string): Promise<Rule> {
  return shownRule(await ownedRuleOf(db, householdId, ruleId), await listChannelIds(db, userId))
}

async function ownedRuleOf(db: Db, householdId: string, ruleId: string): Promise<OwnedRule> {
  return found(await findOwnedRule(db, householdId, ruleId), 'rule')
}

function refuse(refusal: Refusal | undefined): void {
  if (refusal === 'duplicate') throw new ProblemError(409, 'rule.duplicate', DUPLICATE_RULE)
  if (refusal === 'user-full') throw new ProblemError(409, 'rule.too-many', USER_FULL)
  if (refusal === 'device-full') throw invalid('seriesId', DEVICE_FULL)
}
