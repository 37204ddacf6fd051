import {
  DUPLICATE_RULE,
  limitFault,
  metricById,
  ruleRoutes,
  type Rule,
  type RuleChange,
  type RuleInput,
} from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { found, invalid, ProblemError } from '../../platform/problem.ts'
import { findOwnedSeries } from '../series/series-store.ts'
import { deleteRule, findOwnedRule, listRules, withoutSensor, type SeriesLimit } from './rule-store.ts'
import { addRule, changeRule, DEVICE_FULL, USER_FULL, type EvaluateSaved, type Refusal } from './save-rule.ts'

/** @param evaluateSaved runs the transaction that saves a rule */
export function serveRules({ db, newId, now, serve }: Context, evaluateSaved: EvaluateSaved): void {
  serve(ruleRoutes.list, (_, { userId }) => listRules(db, userId))

  serve(ruleRoutes.create, async ({ body }, { userId }) => {
    const { deviceKey } = await limitOf(db, userId, body)
    const ruleId = newId()
    await evaluateSaved(deviceKey, ruleId, async (tx) => {
      const limit = await limitOf(tx, userId, body)
      refuse(await addRule(tx, { ...limit, ruleId, userId, createdAt: now() }))
    })
    return ruleOf(db, userId, ruleId)
  })

  serve(ruleRoutes.edit, async ({ params: { ruleId }, body }, { userId }) => {
    const whole = changed(await ruleOf(db, userId, ruleId), body)
    const { deviceKey } = await limitOf(db, userId, whole)
    await evaluateSaved(deviceKey, ruleId, async (tx) => {
      const limit = await limitOf(tx, userId, changed(await ruleOf(tx, userId, ruleId), body))
      refuse(await changeRule(tx, { ...limit, ruleId, userId }))
    })
    return ruleOf(db, userId, ruleId)
  })

  serve(ruleRoutes.remove, async ({ params: { ruleId } }, { userId }) => {
    found(await db.transaction().execute((tx) => deleteRule(tx, userId, ruleId)), 'rule')
  })
}

async function ruleOf(db: Db, userId: string, ruleId: string): Promise<Rule> {
  return withoutSensor(found(await findOwnedRule(db, userId, ruleId), 'rule'))
}

/** Throws a 404 when the series is not the user's, and a 400 for a limit that its metric does not have. */
async function limitOf(db: Db, userId: string, { seriesId, kind, limit }: RuleInput): Promise<SeriesLimit> {
  const series = found(await findOwnedSeries(db, userId, seriesId), 'series')
  const fault = limitFault(metricById(series.metric), limit)
  if (fault !== undefined) throw invalid('limit', fault)
  // "+ 0" turns -0 into 0, so that equal limits are equal.
  return { seriesId, deviceKey: series.device_key, kind, limit: limit + 0 }
}

function changed({ seriesId, kind, limit }: RuleInput, change: RuleChange): RuleInput {
  return { seriesId: change.seriesId ?? seriesId, kind: change.kind ?? kind, limit: change.limit ?? limit }
}

function refuse(refusal: Refusal | undefined): void {
  if (refusal === 'duplicate') throw new ProblemError(409, 'rule.duplicate', DUPLICATE_RULE)
  if (refusal === 'user-full') throw new ProblemError(409, 'rule.too-many', USER_FULL)
  if (refusal === 'device-full') throw invalid('seriesId', DEVICE_FULL)
}
