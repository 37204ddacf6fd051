import type { Db } from '../../platform/db/schema.ts'
import type { Gate } from '../../platform/http/serve.ts'
import { findDeviceByToken } from '../devices/device-store.ts'
import { findHubByToken } from './hub-store.ts'

/** Admits devices and hubs by their tokens. */
export function boardGate(db: Db): Gate['board'] {
  return async (token) => {
    const found = await findDeviceByToken(db, token)
    if (found) {
      const { userId, ...device } = found
      return { userId, source: { kind: 'device', id: device.deviceId }, device }
    }
    const hub = await findHubByToken(db, token)
    return hub && { userId: hub.userId, source: { kind: 'hub', id: hub.hubId } }
  }
}
