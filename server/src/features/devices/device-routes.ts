import { deviceRoutes, placeRoutes, topic, type DeviceChange } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { found } from '../../platform/problem.ts'
import { checkPlace } from '../places/arrange-places.ts'
import { confirmPassword } from '../users/confirm-password.ts'
import { createDevice } from './create-device.ts'
import {
  deleteDevice,
  findDevice,
  findDeviceKey,
  listDevices,
  placeDevice,
  updateDevice,
  updateDeviceToken,
} from './device-store.ts'
import { newDeviceToken } from './device-token.ts'
import { preferencesMessage, preferencesTopic } from './device-topics.ts'

/** @param forgetReadings removes the readings of a device by its key; they may be millions */
export function serveDevices(context: Context, forgetReadings: (deviceKey: number) => Promise<void>): void {
  const { connections, db, hub, log, now, serve } = context

  serve(deviceRoutes.list, (_, { householdId }) => listDevices(db, householdId))

  serve(deviceRoutes.get, async ({ query }, { householdId }) =>
    found(await findDevice(db, householdId, query.userDeviceId), 'device'),
  )

  serve(deviceRoutes.create, ({ body }, { householdId }) =>
    db.transaction().execute((tx) => createDevice(tx, context, { ...body, householdId })),
  )

  serve(deviceRoutes.edit, ({ query, body }, { householdId }) => change(householdId, query.userDeviceId, body))

  serve(placeRoutes.moveDevice, async ({ params: { deviceId }, body: { placeId } }, { householdId }) => {
    const moved = await db.transaction().execute(async (tx) => {
      await checkPlace(tx, householdId, placeId)
      return placeDevice(tx, householdId, deviceId, placeId)
    })
    return found(moved, 'device')
  })

  serve(deviceRoutes.changePreferences, async ({ body }, { householdId }) => {
    await change(householdId, body.deviceId, { waitTime: body.interval })
  })

  serve(deviceRoutes.replaceToken, async ({ query, body }, member) => {
    const { householdId, userId } = member
    found(await findDevice(db, householdId, query.userDeviceId), 'device')
    await confirmPassword(context, member, body?.password)
    const { token, ...stored } = newDeviceToken()
    found(await updateDeviceToken(db, householdId, query.userDeviceId, { ...stored, madeAt: now() }), 'device')
    connections.disconnect(query.userDeviceId)
    log.info({ event: 'device.token-replaced', userId, deviceId: query.userDeviceId })
    return { deviceToken: token }
  })

  serve(deviceRoutes.remove, async ({ query }, { householdId, userId }) => {
    const { key } = found(await findDeviceKey(db, householdId, query.userDeviceId), 'device')
    await updateDeviceToken(db, householdId, query.userDeviceId, { ...newDeviceToken(), madeAt: now() })
    connections.disconnect(query.userDeviceId)
    await forgetReadings(key)
    found(await deleteDevice(db, householdId, query.userDeviceId), 'device')
    await forgetReadings(key)
    connections.disconnect(query.userDeviceId)
    hub.close(topic.readingsOf(query.userDeviceId))
    hub.close(topic.seriesOf(query.userDeviceId))
    log.info({ event: 'device.removed', userId, deviceId: query.userDeviceId })
  })

  async function change(householdId: string, deviceId: string, wanted: DeviceChange) {
    const changed = await db.transaction().execute((tx) => updateDevice(tx, householdId, deviceId, wanted))
    const device = found(changed, 'device')
    if (wanted.waitTime !== undefined) {
      const message = preferencesMessage(deviceId, Number(device.waitTime))
      connections.deliver(householdId, preferencesTopic(deviceId), message)
    }
    return device
  }
}
