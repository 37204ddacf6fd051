import {
  conditionRoutes,
  CONDITIONS_PER_DEVICE_MAX,
  CONDITIONS_PER_USER_MAX,
  DUPLICATE_CONDITION,
  type DeviceCondition,
} from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { isUniqueViolation } from '../../platform/db/errors.ts'
import type { Db, Tx } from '../../platform/db/schema.ts'
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

/** What saving a condition needs of the alerts feature. */
export interface ConditionHooks {
  /** Saves a condition and evaluates it in one transaction. `save` returns its id with the result. */
  saveCondition<T>(deviceKey: number, save: (tx: Tx) => Promise<{ conditionId: string; result: T }>): Promise<T>
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

  serve(conditionRoutes.createForDevice, async ({ body }, { userId }) => {
    const deviceKey = await keyOf(db, userId, body.userDeviceId)
    return save(deviceKey, async (tx) => {
      await keyOf(tx, userId, body.userDeviceId)
      if ((await countConditions(tx, userId)) >= CONDITIONS_PER_USER_MAX) throw tooMany()
      const input = { ...body, id: newId(), deviceKey, createdAt: now() }
      return withinRoom(tx, input, () => insertDeviceCondition(tx, userId, input))
    })
  })

  serve(conditionRoutes.editOfDevice, async ({ body }, { userId }) => {
    const deviceKey = await keyOf(db, userId, body.userDeviceId)
    return save(deviceKey, async (tx) => {
      await keyOf(tx, userId, body.userDeviceId)
      const input = { ...body, id: body.conditionAlertUserDeviceId, deviceKey }
      const changed = await withinRoom(tx, input, () => updateDeviceCondition(tx, userId, input))
      return changed === 'duplicate' ? undefined : found(changed, 'condition')
    })
  })

  serve(conditionRoutes.removeFromDevice, async ({ query }, { userId }) => {
    const removed = await db.transaction().execute((tx) => deleteDeviceCondition(tx, userId, query.conditionId))
    found(removed, 'condition')
  })

  /** Saves a condition, and evaluates it at once. `change` returns undefined when the device has an equal one. */
  async function save(
    deviceKey: number,
    change: (tx: Tx) => Promise<DeviceCondition | undefined>,
  ): Promise<DeviceCondition> {
    try {
      return await hooks.saveCondition(deviceKey, async (tx) => {
        const result = await change(tx)
        if (!result) throw duplicate()
        return { conditionId: result.conditionAlertUserDeviceId, result }
      })
    } catch (error) {
      // When two equal conditions are saved at the same time the database refuses one.
      throw isUniqueViolation(error) ? duplicate() : error
    }
  }
}

async function keyOf(db: Db, userId: string, deviceId: string): Promise<number> {
  return found(await findDeviceKey(db, userId, deviceId), 'device').key
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
