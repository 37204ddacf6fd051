import { deviceRoutes, topic, type DeviceChange } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { found, ProblemError } from '../../platform/problem.ts'
import { confirmPassword } from '../users/confirm-password.ts'
import {
  deleteDevice,
  findDevice,
  findDeviceKey,
  insertDevice,
  listDevices,
  updateDevice,
  updateDeviceToken,
} from './device-store.ts'
import { newDeviceToken } from './device-token.ts'
import { preferencesMessage, preferencesTopic } from './device-topics.ts'

const DEVICES_PER_USER_MAX = 200

/** @param forgetReadings removes the readings of a device by its key; they may be millions */
export function serveDevices(context: Context, forgetReadings: (deviceKey: number) => Promise<void>): void {
  const { connections, db, hub, log, newId, now, serve } = context

  serve(deviceRoutes.list, (_, { userId }) => listDevices(db, userId))

  serve(deviceRoutes.get, async ({ query }, { userId }) =>
    found(await findDevice(db, userId, query.userDeviceId), 'device'),
  )

  serve(deviceRoutes.create, async ({ body }, { userId }) => {
    const { token, hash } = newDeviceToken()
    const more = { id: newId(), tokenHash: hash, createdAt: now(), most: DEVICES_PER_USER_MAX }
    const device = await db.transaction().execute((tx) => insertDevice(tx, userId, { ...body, ...more }))
    if (!device)
      throw new ProblemError(
        409,
        'device.too-many',
        `There is room for ${DEVICES_PER_USER_MAX} devices. Remove one first.`,
      )
    return { ...device, deviceToken: token }
  })

  serve(deviceRoutes.edit, ({ query, body }, { userId }) => change(userId, query.userDeviceId, body))

  serve(deviceRoutes.changePreferences, async ({ body }, { userId }) => {
    await change(userId, body.deviceId, { waitTime: body.interval })
  })

  serve(deviceRoutes.replaceToken, async ({ query, body }, member) => {
    const { userId } = member
    found(await findDevice(db, userId, query.userDeviceId), 'device')
    await confirmPassword(context, member, body?.password)
    const { token, hash } = newDeviceToken()
    found(await updateDeviceToken(db, userId, query.userDeviceId, hash), 'device')
    connections.disconnect(query.userDeviceId)
    log.info({ event: 'device.token-replaced', userId, deviceId: query.userDeviceId })
    return { deviceToken: token }
  })

  serve(deviceRoutes.remove, async ({ query }, { userId }) => {
    const { key } = found(await findDeviceKey(db, userId, query.userDeviceId), 'device')
    await updateDeviceToken(db, userId, query.userDeviceId, newDeviceToken().hash)
    connections.disconnect(query.userDeviceId)
    await forgetReadings(key)
    found(await deleteDevice(db, userId, query.userDeviceId), 'device')
    // What came in meanwhile.
    await forgetReadings(key)
    connections.disconnect(query.userDeviceId)
    hub.close(topic.readingsOf(query.userDeviceId))
    hub.close(topic.seriesOf(query.userDeviceId))
    log.info({ event: 'device.removed', userId, deviceId: query.userDeviceId })
  })

  async function change(userId: string, deviceId: string, wanted: DeviceChange) {
    const device = found(await updateDevice(db, userId, deviceId, wanted), 'device')
    if (wanted.waitTime !== undefined) {
      const message = preferencesMessage(deviceId, Number(device.waitTime))
      connections.deliver(deviceId, preferencesTopic(deviceId), message)
    }
    return device
  }
}
