import {
  conditionRoutes,
  DUPLICATE_RULE,
  metricOf,
  parseCondition,
  type DeviceConditionInput,
} from '@greenhouse/contract'
import type { Context } from '../../../platform/context.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { found, invalid, mustBeSelf, ProblemError } from '../../../platform/problem.ts'
import { findDeviceKey } from '../../devices/device-store.ts'
import { findPlant } from '../../plants/plant-store.ts'
import { deleteRule, findOwnedRule, type OwnedRule } from '../rule-store.ts'
import { changedRule, ruleFrom } from '../rule-input.ts'
import { addRule, changeRule, DEVICE_FULL, USER_FULL, type EvaluateSaved, type Refusal } from '../save-rule.ts'
import { addSeries } from '../../series/registry/add-series.ts'
import type { SeriesRegistry } from '../../series/registry/series-registry.ts'
import { findDeviceCondition, listDeviceConditions } from './device-conditions.ts'
import {
  deletePlantCondition,
  findPlantCondition,
  insertPlantCondition,
  listPlantConditions,
} from './plant-condition-store.ts'

export interface ConditionParts {
  readonly registry: SeriesRegistry
  /** Runs the transaction that saves or removes a rule. */
  readonly evaluateSaved: EvaluateSaved
  /** Sends reminders for the plants that are due now. */
  readonly onPlantConditionSaved: () => Promise<void>
  /** Closes the alert about a plant without reminders. */
  readonly onPlantConditionRemoved: (userId: string) => Promise<void>
}

export function serveConditions(context: Context, parts: ConditionParts): void {
  servePlantConditions(context, parts)
  serveDeviceConditions(context, parts)
}

function servePlantConditions(
  { db, newId, now, serve }: Context,
  { onPlantConditionSaved, onPlantConditionRemoved }: ConditionParts,
): void {
  serve(conditionRoutes.plants, ({ query }, { userId }) => {
    mustBeSelf(query.userId, userId)
    return listPlantConditions(db, userId)
  })

  serve(conditionRoutes.ofPlant, async ({ query }, { userId }) =>
    found(await findPlantCondition(db, userId, query.plantId), 'condition'),
  )

  serve(conditionRoutes.createForPlant, async ({ body: { plantId } }, { userId }) => {
    const made = await db.transaction().execute(async (tx) => {
      const plant = found(await findPlant(tx, userId, plantId), 'plant')
      if (plant.isDead) throw new ProblemError(409, 'plant.dead', 'A dead plant needs no water.')
      return insertPlantCondition(tx, userId, { id: newId(), plantId, createdAt: now() })
    })
    if (!made) throw new ProblemError(409, 'condition.duplicate', 'This plant already has an alert condition.')
    await onPlantConditionSaved()
    return made
  })

  serve(conditionRoutes.removeFromPlant, async ({ query }, { userId }) => {
    found(await deletePlantCondition(db, userId, query.conditionId), 'condition')
    await onPlantConditionRemoved(userId)
  })
}

function serveDeviceConditions({ db, newId, now, serve }: Context, { registry, evaluateSaved }: ConditionParts): void {
  serve(conditionRoutes.devices, ({ query }, { userId }) => {
    mustBeSelf(query.userId, userId)
    return listDeviceConditions(db, userId)
  })

  serve(conditionRoutes.ofDevice, async ({ query }, { userId }) => {
    found(await findDeviceKey(db, userId, query.userDeviceId), 'device')
    return listDeviceConditions(db, userId, query.userDeviceId)
  })

  serve(conditionRoutes.createForDevice, async ({ body }, { userId }) => {
    const rule = await ruleOf(userId, body)
    const ruleId = newId()
    await evaluateSaved({ userId, ruleId, deviceKey: rule.deviceKey }, async (tx) => {
      await keyOf(tx, userId, body.userDeviceId)
      refuse(await addRule(tx, { ...rule, ruleId, userId, createdAt: now() }))
    })
    return found(await findDeviceCondition(db, userId, ruleId), 'condition')
  })

  serve(conditionRoutes.editOfDevice, async ({ body }, { userId }) => {
    const ruleId = body.conditionAlertUserDeviceId
    found(await findDeviceCondition(db, userId, ruleId), 'condition')
    const rule = await ruleOf(userId, body, await findOwnedRule(db, userId, ruleId))
    await evaluateSaved({ userId, ruleId, deviceKey: rule.deviceKey }, async (tx) => {
      await keyOf(tx, userId, body.userDeviceId)
      found(await findDeviceCondition(tx, userId, ruleId), 'condition')
      refuse(await changeRule(tx, { ...rule, ruleId, userId }))
    })
    return found(await findDeviceCondition(db, userId, ruleId), 'condition')
  })

  serve(conditionRoutes.removeFromDevice, async ({ query: { conditionId } }, { userId }) => {
    const { userDeviceId } = found(await findDeviceCondition(db, userId, conditionId), 'condition')
    const deviceKey = await keyOf(db, userId, userDeviceId)
    await evaluateSaved({ userId, ruleId: conditionId, deviceKey }, async (tx) => {
      found(await findDeviceCondition(tx, userId, conditionId), 'condition')
      await deleteRule(tx, userId, conditionId)
    })
  })

  /**
   * Returns the rule that a condition names, on a series that is added when the device has not sent it. A new condition
   * alerts at once and is over at its limit; one that is changed keeps the hold and the margin that its rule was given.
   */
  async function ruleOf(userId: string, input: DeviceConditionInput, before?: OwnedRule) {
    const { userDeviceId, sensorType, condition } = input
    const deviceKey = await keyOf(db, userId, userDeviceId)
    const limit = parseCondition(condition)
    if (!limit) throw new Error(`The schema let a condition pass that can't be read: ${condition}`)
    const seriesId = await addSeries(registry, deviceKey, metricOf(sensorType))
    const change = { ...limit, seriesId }
    const rule = before ? changedRule(before, change) : change
    const keepsMargin = before?.seriesId === seriesId
    return ruleFrom(db, userId, keepsMargin ? rule : { ...rule, clearAt: limit.limit }, before)
  }
}

async function keyOf(db: Db, userId: string, deviceId: string): Promise<number> {
  return found(await findDeviceKey(db, userId, deviceId), 'device').key
}

function refuse(refusal: Refusal | undefined): void {
  if (refusal === 'duplicate') throw new ProblemError(409, 'condition.duplicate', DUPLICATE_RULE)
  if (refusal === 'user-full') throw new ProblemError(409, 'condition.too-many', USER_FULL)
  if (refusal === 'device-full') throw invalid('userDeviceId', DEVICE_FULL)
}
