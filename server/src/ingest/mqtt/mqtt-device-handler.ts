import { findDeviceKeys } from '../../features/devices/known-device-store.ts'
import type { Context } from '../../platform/context.ts'
import type { Gate } from '../../platform/http/serve.ts'
import type { AdmittedClient, DeviceHandler } from '../../platform/mqtt/device-handler.ts'
import { hashToken } from '../../platform/secrets/random-token.ts'
import type { ClientServices } from './client-services.ts'
import { DeviceClient } from './device-client.ts'
import { HubClient } from './hub-client.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const WRONG_TOKEN = 'It tried to connect with a wrong token.'
const NO_MESSAGE = { topic: 'MQTT connection', payload: Buffer.alloc(0) }

/** Admits devices and hubs to the MQTT listener, by their token as user name or password. */
export function mqttDeviceHandler(
  { log }: Pick<Context, 'log'>,
  services: ClientServices,
  admitBoard: Gate['board'],
): DeviceHandler {
  async function find(credential: string): Promise<AdmittedClient | undefined> {
    const caller = await admitBoard(credential)
    if (!caller) return undefined
    const { householdId, source, device } = caller
    const tokenHash = hashToken(credential)
    if (!device) return new HubClient({ hubId: source.id, householdId, tokenHash }, services)
    await services.ingest.prepare(device.deviceKey)
    return new DeviceClient({ ...device, householdId, tokenHash }, services)
  }

  /** Shows the owner of the device that a client id names why it does not connect; without one, that a token was tried. */
  async function noteWrongToken(network: string, clientId: string): Promise<void> {
    const { db, refused, unknownTokens } = services
    const deviceKey = UUID.test(clientId) ? (await findDeviceKeys(db, [clientId])).get(clientId) : undefined
    if (deviceKey === undefined) unknownTokens.note('MQTT', network)
    else refused.add(deviceKey, { ...NO_MESSAGE, reason: WRONG_TOKEN })
  }

  return {
    async admit(credentials) {
      for (const credential of credentials) {
        const client = await find(credential)
        if (client) return client
      }
      return undefined
    },
    denied(network, clientId) {
      log.warn({ event: 'device.denied', network })
      // While the database is unavailable nothing is noted.
      noteWrongToken(network, clientId).catch(() => {})
    },
  }
}
