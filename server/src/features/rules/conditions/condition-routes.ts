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
import { changedRule, ruleFrom, type Editor } from '../rule-input.ts'
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
  readonly onPlantConditionRemoved: (householdId: string) => Promise<void>
}

export function serveConditions(context: Context, parts: ConditionParts): void {
  servePlantConditions(context, parts)
  serveDeviceConditions(context, parts)
}

function servePlantConditions(
  { db, newId, now, serve }: Context,
  { onPlantConditionSaved, onPlantConditionRemoved }: ConditionParts,
): void {
  serve(conditionRoutes.plants, ({ query }, { householdId, userId }) => {
    mustBeSelf(query.userId, userId)
    return listPlantConditions(db, householdId)
  })

  serve(conditionRoutes.ofPlant, async ({ query }, { householdId }) =>
    found(await findPlantCondition(db, householdId, query.plantId), 'condition'),
  )

  serve(conditionRoutes.createForPlant, async ({ body: { plantId } }, { householdId }) => {
    const made = await db.transaction().execute(async (tx) => {
      const plant = found(await findPlant(tx, householdId, plantId), 'plant')
      if (plant.isDead) throw new ProblemError(409, 'plant.dead', 'A dead plant needs no water.')
      return insertPlantCondition(tx, householdId, { id: newId(), plantId, createdAt: now() })
    })
    if (!made) throw new ProblemError(409, 'condition.duplicate', 'This plant already has an alert condition.')
    await onPlantConditionSaved()
    return made
  })

  serve(conditionRoutes.removeFromPlant, async ({ query }, { householdId }) => {
    found(await deletePlantCondition(db, householdId, query.conditionId), 'condition')
    await onPlantConditionRemoved(householdId)
  })
}

function serveDeviceConditions({ db, newId, now, serve }: Context, { registry, evaluateSaved }: ConditionParts): void {
  serve(conditionRoutes.devices, ({ query }, { householdId, userId }) => {
    mustBeSelf(query.userId, userId)
    return listDeviceConditions(db, householdId)
  })

  serve(conditionRoutes.ofDevice, async ({ query }, { householdId }) => {
    found(await findDeviceKey(db, householdId, query.userDeviceId), 'device')
    return listDeviceConditions(db, householdId, query.userDeviceId)
  })

  serve(conditionRoutes.createForDevice, async ({ body }, member) => {
    const { householdId } = member
    const rule = await ruleOf(member, body)
    const ruleId = newId()
    await evaluateSaved({ householdId, ruleId, deviceKey: rule.deviceKey }, async (tx) => {
      await keyOf(tx, householdId, body.userDeviceId)
      refuse(await addRule(tx, { ...rule, ruleId, householdId, createdAt: now() }))
    })
    return found(await findDeviceCondition(db, householdId, ruleId), 'condition')
  })

  serve(conditionRoutes.editOfDevice, async ({ body }, member) => {
    const { householdId } = member
    const ruleId = body.conditionAlertUserDeviceId
    found(await findDeviceCondition(db, householdId, ruleId), 'condition')
    const rule = await ruleOf(member, body, await findOwnedRule(db, householdId, ruleId))
    await evaluateSaved({ householdId, ruleId, deviceKey: rule.deviceKey }, async (tx) => {
      await keyOf(tx, householdId, body.userDeviceId)
      found(await findDeviceCondition(tx, householdId, ruleId), 'condition')
      refuse(await changeRule(tx, { ...rule, ruleId, householdId }))
    })
    return found(await findDeviceCondition(db, householdId, ruleId), 'condition')
  })

  serve(conditionRoutes.removeFromDevice, async ({ query: { conditionId } }, { householdId }) => {
    const { userDeviceId } = found(await findDeviceCondition(db, householdId, conditionId), 'condition')
    const deviceKey = await keyOf(db, householdId, userDeviceId)
    await evaluateSaved({ householdId, ruleId: conditionId, deviceKey }, async (tx) => {
      found(await findDeviceCondition(tx, householdId, conditionId), 'condition')
      await deleteRule(tx, householdId, conditionId)
    })
  })

  /**
   * Returns the rule that a condition names, on a series that is added when the device has not sent it. A new condition
   * alerts at once and is over at its limit; one that is changed keeps the hold and the margin that its rule was given.
   */
  async function ruleOf(editor: Editor, input: DeviceConditionInput, before?: OwnedRule) {
    const { userDeviceId, sensorType, condition } = input
    const deviceKey = await keyOf(db, editor.householdId, userDeviceId)
    const limit = parseCondition(condition)
    if (!limit) throw new Error(`The schema let a condition pass that can't be read: ${condition}`)
    const seriesId = await addSeries(registry, deviceKey, metricOf(sensorType))
    const change = { ...limit, seriesId }
    const rule = before ? changedRule(before, change) : change
    const keepsMargin = before?.seriesId === seriesId
    return ruleFrom(db, editor, keepsMargin ? rule : { ...rule, clearAt: limit.limit }, before)
  }
}

async function keyOf(db: Db, householdId: string, deviceId: string): Promise<number> {
  return found(await findDeviceKey(db, householdId, deviceId), 'device').key
}

function refuse(refusal: Refusal | undefined): void {
  if (refusal === 'duplicate') throw new ProblemError(409, 'condition.duplicate', DUPLICATE_RULE)
  if (refusal === 'user-full') throw new ProblemError(409, 'condition.too-many', USER_FULL)
  if (refusal === 'device-full') throw invalid('userDeviceId', DEVICE_FULL)
}
