import type { DeviceInput, NewDevice } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/schema.ts'
import { ProblemError } from '../../platform/problem.ts'
import { insertDevice } from './device-store.ts'
import { newDeviceToken } from './device-token.ts'

const DEVICES_PER_USER_MAX = 200

/** Adds a device with a new token. Throws a 409 when the household has the maximum number. */
export async function createDevice(
  tx: Tx,
  { newId, now }: Pick<Context, 'newId' | 'now'>,
  { householdId, ...input }: DeviceInput & { readonly householdId: string },
): Promise<NewDevice> {
  const token = newDeviceToken()
  const more = { id: newId(), token, createdAt: now(), max: DEVICES_PER_USER_MAX }
  const device = await insertDevice(tx, householdId, { ...input, ...more })
  if (!device)
    throw new ProblemError(
      409,
      'device.too-many',
      `There is room for ${DEVICES_PER_USER_MAX} devices. Remove one first.`,
    )
  return { ...device, deviceToken: token.token }
}
