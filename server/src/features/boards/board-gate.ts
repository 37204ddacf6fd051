import type { Db } from '../../platform/db/schema.ts'
import type { BoardCaller, Gate } from '../../platform/http/serve.ts'
import { findDeviceByToken } from '../devices/device-store.ts'
import type { KnownCredentials } from '../devices/known-credentials.ts'
import { findHubByToken } from './hub-store.ts'

/** Admits devices and hubs by their tokens, over MQTT and over HTTP alike. */
export function boardGate(db: Db, credentials: KnownCredentials<BoardCaller>): Gate['board'] {
  return (token) => credentials.find(token, (unknown) => findCaller(db, unknown))
}

async function findCaller(db: Db, token: string): Promise<BoardCaller | undefined> {
  const found = await findDeviceByToken(db, token)
  if (found) {
    const { userId, ...device } = found
    return { userId, source: { kind: 'device', id: device.deviceId }, device }
  }
  const hub = await findHubByToken(db, token)
  return hub && { userId: hub.userId, source: { kind: 'hub', id: hub.hubId } }
}
