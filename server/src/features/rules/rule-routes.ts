import {
  defaultClearAt,
  DUPLICATE_RULE,
  limitFault,
  metricById,
  ruleRoutes,
  type Rule,
  type RuleChange,
  type RuleInput,
  type RuleLimit,
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
    const before = await ruleOf(db, userId, ruleId)
    const { deviceKey } = await limitOf(db, userId, changed(before, body), before)
    await evaluateSaved(deviceKey, ruleId, async (tx) => {
      const rule = await ruleOf(tx, userId, ruleId)
      const limit = await limitOf(tx, userId, changed(rule, body), rule)
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

/**
 * Throws a 404 when the series is not the user's, and a 400 for a level that its metric or its limit forbids.
 *
 * @param before the rule that is changed: its margin stays with it, unless the change is to another series
 */
async function limitOf(db: Db, userId: string, input: RuleInput, before?: Rule): Promise<SeriesLimit> {
  const { seriesId, kind, holdSeconds = 0 } = input
  const series = found(await findOwnedSeries(db, userId, seriesId), 'series')
  const metric = metricById(series.metric)
  const fault = limitFault(metric, input.limit)
  if (fault !== undefined) throw invalid('limit', fault)
  // "+ 0" turns -0 into 0, so that equal limits are equal.
  const limit = input.limit + 0
  const own = before?.seriesId === seriesId ? before : undefined
  const { clearAt = defaultClearAt(metric, { kind, limit }, own) } = input
  const clearFault = limitFault(metric, clearAt) ?? sideFault({ kind, limit }, clearAt)
  if (clearFault !== undefined) throw invalid('clearAt', clearFault)
  return { seriesId, deviceKey: series.device_key, kind, limit, clearAt: clearAt + 0, holdSeconds }
}

function sideFault({ kind, limit }: RuleLimit, clearAt: number): string | undefined {
  const isRight = kind === 'above' ? clearAt <= limit : clearAt >= limit
  return isRight ? undefined : `Value must be ${kind === 'above' ? '≤' : '≥'} the limit of ${limit}`
}

function changed({ seriesId, kind, limit, holdSeconds }: Rule, { clearAt, ...change }: RuleChange): RuleInput {
  return {
    seriesId: change.seriesId ?? seriesId,
    kind: change.kind ?? kind,
    limit: change.limit ?? limit,
    holdSeconds: change.holdSeconds ?? holdSeconds,
    ...(clearAt === undefined ? {} : { clearAt }),
  }
}

function refuse(refusal: Refusal | undefined): void {
  if (refusal === 'duplicate') throw new ProblemError(409, 'rule.duplicate', DUPLICATE_RULE)
  if (refusal === 'user-full') throw new ProblemError(409, 'rule.too-many', USER_FULL)
  if (refusal === 'device-full') throw invalid('seriesId', DEVICE_FULL)
}
