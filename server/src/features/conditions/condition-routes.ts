import {
  conditionRoutes,
  CONDITIONS_PER_DEVICE_MAX,
  CONDITIONS_PER_USER_MAX,
  DUPLICATE_CONDITION,
} from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { isUniqueViolation } from '../../platform/db/errors.ts'
import type { Tx } from '../../platform/db/schema.ts'
import { found, invalid, mustBeSelf, ProblemError } from '../../platform/problem.ts'
import { findDeviceKey } from '../devices/device-store.ts'
import { findPlant } from '../plants/plant-store.ts'
import {
  countConditions,
  countOfDevice,
  deleteDeviceCondition,
  insertDeviceCondition,
  listDeviceConditions,
  updateDeviceCondition,
} from './device-condition-store.ts'
import {
  deletePlantCondition,
  findPlantCondition,
  insertPlantCondition,
  listPlantConditions,
} from './plant-condition-store.ts'

/** Callbacks after a condition was saved, implemented by the alerts feature. */
export interface ConditionHooks {
  /** Evaluates the condition in its transaction. Returns a function that publishes the alerts after the commit. */
  onConditionSaved(tx: Tx, deviceKey: number): Promise<() => void>
  /** Sends reminders for the plants that are due now. */
  onPlantConditionSaved(): Promise<void>
}

export function serveConditions(context: Context, hooks: ConditionHooks): void {
  servePlantConditions(context, hooks)
  serveDeviceConditions(context, hooks)
}

function servePlantConditions({ db, newId, now, serve }: Context, hooks: ConditionHooks): void {
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
    await hooks.onPlantConditionSaved()
    return made
  })

  serve(conditionRoutes.removeFromPlant, async ({ query }, { userId }) => {
    found(await deletePlantCondition(db, userId, query.conditionId), 'condition')
  })
}

function serveDeviceConditions({ db, newId, now, serve }: Context, hooks: ConditionHooks): void {
  serve(conditionRoutes.devices, ({ query }, { userId }) => {
    mustBeSelf(query.userId, userId)
    return listDeviceConditions(db, userId)
  })

  serve(conditionRoutes.ofDevice, async ({ query }, { userId }) => {
    found(await findDeviceKey(db, userId, query.userDeviceId), 'device')
    return listDeviceConditions(db, userId, query.userDeviceId)
  })

  serve(conditionRoutes.createForDevice, ({ body }, { userId }) =>
    saveAndEvaluate(async (tx) => {
      const deviceKey = await keyOf(tx, userId, body.userDeviceId)
      if ((await countConditions(tx, userId)) >= CONDITIONS_PER_USER_MAX) throw tooMany()
      const input = { ...body, id: newId(), deviceKey, createdAt: now() }
      const made = await withinRoom(tx, input, () => insertDeviceCondition(tx, userId, input))
      return { deviceKey, condition: made ?? 'duplicate' }
    }),
  )

  serve(conditionRoutes.editOfDevice, ({ body }, { userId }) =>
    saveAndEvaluate(async (tx) => {
      const deviceKey = await keyOf(tx, userId, body.userDeviceId)
      const input = { ...body, id: body.conditionAlertUserDeviceId, deviceKey }
      const changed = await withinRoom(tx, input, () => updateDeviceCondition(tx, userId, input))
      return { deviceKey, condition: found(changed, 'condition') }
    }),
  )

  serve(conditionRoutes.removeFromDevice, async ({ query }, { userId }) => {
    const removed = await db.transaction().execute((tx) => deleteDeviceCondition(tx, userId, query.conditionId))
    found(removed, 'condition')
  })

  /** Saves a condition and evaluates it, in one transaction; the alert that it may trigger is published afterwards. */
  async function saveAndEvaluate<C extends { conditionAlertUserDeviceId: string }>(
    save: (tx: Tx) => Promise<{ deviceKey: number; condition: C | 'duplicate' }>,
  ): Promise<C> {
    try {
      const { condition, publish } = await db.transaction().execute(async (tx) => {
        const { deviceKey, condition: saved } = await save(tx)
        if (saved === 'duplicate') throw duplicate()
        return { condition: saved, publish: await hooks.onConditionSaved(tx, deviceKey) }
      })
      publish()
      return condition
    } catch (error) {
      // When two equal conditions are saved at the same time the database refuses one.
      throw isUniqueViolation(error) ? duplicate() : error
    }
  }
}

async function keyOf(tx: Tx, userId: string, deviceId: string): Promise<number> {
  return found(await findDeviceKey(tx, userId, deviceId), 'device').key
}

/** Saves a condition. Throws a 400 about the device field when the device then has more conditions than allowed. */
async function withinRoom<T>(tx: Tx, { deviceKey }: { deviceKey: number }, save: () => Promise<T>): Promise<T> {
  const before = await countOfDevice(tx, deviceKey)
  const saved = await save()
  const after = await countOfDevice(tx, deviceKey)
  if (after <= CONDITIONS_PER_DEVICE_MAX || after <= before) return saved
  throw invalid(
    'userDeviceId',
    `This device has room for ${CONDITIONS_PER_DEVICE_MAX} conditions. Remove one first, or choose another device.`,
  )
}

function duplicate(): ProblemError {
  return new ProblemError(409, 'condition.duplicate', DUPLICATE_CONDITION)
}

function tooMany(): ProblemError {
  return new ProblemError(
    409,
    'condition.too-many',
    `There is room for ${CONDITIONS_PER_USER_MAX} conditions. Remove one first.`,
  )
}
