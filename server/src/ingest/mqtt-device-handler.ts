import { findHubByToken } from '../features/boards/hub-store.ts'
import { findDeviceByToken } from '../features/devices/device-store.ts'
import type { Context } from '../platform/context.ts'
import type { AdmittedClient, DeviceHandler } from '../platform/mqtt/device-handler.ts'
import type { ClientServices } from './client-services.ts'
import { DeviceClient } from './device-client.ts'
import { HubClient } from './hub-client.ts'

/** Admits devices and hubs to the MQTT listener, by their token as user name or password. */
export function mqttDeviceHandler({ db, log }: Context, services: ClientServices): DeviceHandler {
  async function find(credential: string): Promise<AdmittedClient | undefined> {
    const device = await findDeviceByToken(db, credential)
    if (device) {
      // What arrives while the store is slow is held back by the queue, and not by this.
      await services.ingest.prepare(device.deviceKey)
      return new DeviceClient(device, services)
    }
    const hub = await findHubByToken(db, credential)
    return hub && new HubClient(hub, services)
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
