import type { Context } from '../../platform/context.ts'
import type { Gate } from '../../platform/http/serve.ts'
import type { AdmittedClient, DeviceHandler } from '../../platform/mqtt/device-handler.ts'
import { hashToken } from '../../platform/secrets/random-token.ts'
import type { ClientServices } from './client-services.ts'
import { DeviceClient } from './device-client.ts'
import { HubClient } from './hub-client.ts'

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

  return {
    async admit(credentials) {
      for (const credential of credentials) {
        const client = await find(credential)
        if (client) return client
      }
      return undefined
    },
    denied: (network) => log.warn({ event: 'device.denied', network }),
  }
}
