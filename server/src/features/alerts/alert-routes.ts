import { alertRoutes, fromTimestamp } from '@greenhouse/contract'
import type * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import { found, mustBeSelf, ProblemError } from '../../platform/problem.ts'
import { ofPerson } from '../../platform/rate-limit/rate-limit-rule.ts'
import { countAttempts } from '../../platform/rate-limit/rate-limit-store.ts'
import { ownsPlantCondition } from '../rules/conditions/plant-condition-store.ts'
import { countYears, findPlace } from './episodes/list-entries.ts'
import { yearRange } from './episodes/year-range.ts'
import { findOwnedRule } from '../rules/rule-store.ts'
import { insertAlert } from './alert-store.ts'
import { publishAlerts } from './episodes/publish-episodes.ts'
import { everyAlert, listAlerts } from './episodes/every-alert.ts'

const MINUTE = 60_000
/** Alerts that a person makes by hand. */
const MADE_PER_MINUTE = 200

export function serveAlerts({ db, hub, newId, now, serve }: Context): void {
  serve(alertRoutes.list, async ({ query }, member) => {
    const { householdId } = member
    const { deviceId, limit, before } = query
    const after = before === undefined ? undefined : found(await findPlace(db, householdId, before), 'alert')
    const filter = { ...rangeOf(query), deviceId, after }
    return limit === undefined
      ? everyAlert(db, member, filter)
      : listAlerts(db, member, { ...filter, limit: Number(limit) })
  })

  serve(alertRoutes.years, async ({ query: { timeZone = 'UTC' } }, { householdId }) =>
    (await countYears(db, householdId, timeZone)).map(({ year }) => year),
  )

  serve(alertRoutes.create, async ({ body }, { householdId, userId }) => {
    mustBeSelf(body.alertUser, userId)
    const { alertConditionId: conditionId, isPlantCondition } = body
    const waitMs = await countAttempts(db, [ofPerson(`alert-made:${userId}`, MADE_PER_MINUTE, MINUTE)], now())
    if (waitMs > 0) throw tooMany(waitMs)
    const made = await db.transaction().execute(async (tx) => {
      const owns = isPlantCondition ? ownsPlantCondition : findOwnedRule
      found(await owns(tx, householdId, conditionId), 'condition')
      const kept = { id: newId(), householdId, name: body.alertName, description: body.alertDesc, at: now() }
      return insertAlert(tx, {
        ...kept,
        ...(isPlantCondition ? { plantConditionId: conditionId } : { ruleId: conditionId }),
      })
    })
    publishAlerts(hub, householdId, () => [made])
    return made
  })
}

type ListQuery = z.output<typeof alertRoutes.list.query>

const ALWAYS = { from: Number.MIN_SAFE_INTEGER, before: Number.MAX_SAFE_INTEGER }

/** The instants that are in the year and in the range of a query; all when it has neither. */
function rangeOf({ year, timeZone = 'UTC', from, to }: ListQuery): { openedFrom: number; openedBefore: number } {
  const whole = year === undefined ? ALWAYS : yearRange(Number(year), timeZone)
  return {
    openedFrom: from === undefined ? whole.from : Math.max(whole.from, fromTimestamp(from)),
    openedBefore: to === undefined ? whole.before : Math.min(whole.before, fromTimestamp(to) + 1),
  }
}

function tooMany(waitMs: number): ProblemError {
  return new ProblemError(
    429,
    'alert.too-many',
    'You have made so many alerts within a minute that you have to wait.',
    {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    },
  )
}
