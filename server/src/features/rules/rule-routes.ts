import { DUPLICATE_RULE, ruleRoutes, type Rule } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { found, invalid, ProblemError } from '../../platform/problem.ts'
import { findDeviceKey } from '../devices/device-store.ts'
import { changedRule, ruleFrom } from './rule-input.ts'
import { deleteRule, findOwnedRule, listRules, withoutSensor, type OwnedRule } from './rule-store.ts'
import { addRule, changeRule, DEVICE_FULL, USER_FULL, type EvaluateSaved, type Refusal } from './save-rule.ts'

/** @param evaluateSaved runs the transaction that saves or removes a rule */
export function serveRules({ db, newId, now, serve }: Context, evaluateSaved: EvaluateSaved): void {
  serve(ruleRoutes.list, (_, { userId }) => listRules(db, userId))

  serve(ruleRoutes.create, async ({ body }, { userId }) => {
    const { deviceKey } = await ruleFrom(db, userId, body)
    const ruleId = newId()
    await evaluateSaved({ userId, ruleId, deviceKey }, async (tx) => {
      const rule = await ruleFrom(tx, userId, body)
      refuse(await addRule(tx, { ...rule, ruleId, userId, createdAt: now() }))
    })
    return ruleOf(db, userId, ruleId)
  })

  serve(ruleRoutes.edit, async ({ params: { ruleId }, body }, { userId }) => {
    const before = await ownedRuleOf(db, userId, ruleId)
    const { deviceKey } = await ruleFrom(db, userId, changedRule(before, body), before)
    await evaluateSaved({ userId, ruleId, deviceKey }, async (tx) => {
      const current = await ownedRuleOf(tx, userId, ruleId)
      const rule = await ruleFrom(tx, userId, changedRule(current, body), current)
      refuse(await changeRule(tx, { ...rule, ruleId, userId }))
    })
    return ruleOf(db, userId, ruleId)
  })

  serve(ruleRoutes.remove, async ({ params: { ruleId } }, { userId }) => {
    const { deviceId } = await ruleOf(db, userId, ruleId)
    const deviceKey = deviceId === null ? null : found(await findDeviceKey(db, userId, deviceId), 'rule').key
    await evaluateSaved({ userId, ruleId, deviceKey }, async (tx) => {
      found(await deleteRule(tx, userId, ruleId), 'rule')
    })
  })
}

async function ruleOf(db: Db, userId: string, ruleId: string): Promise<Rule> {
  return withoutSensor(await ownedRuleOf(db, userId, ruleId))
}

async function ownedRuleOf(db: Db, userId: string, ruleId: string): Promise<OwnedRule> {
  return found(await findOwnedRule(db, userId, ruleId), 'rule')
}

function refuse(refusal: Refusal | undefined): void {
  if (refusal === 'duplicate') throw new ProblemError(409, 'rule.duplicate', DUPLICATE_RULE)
  if (refusal === 'user-full') throw new ProblemError(409, 'rule.too-many', USER_FULL)
  if (refusal === 'device-full') throw invalid('seriesId', DEVICE_FULL)
}
