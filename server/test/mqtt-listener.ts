import { onTestFinished } from 'vitest'
import type { DeviceCredentials } from '../../testing/growers.ts'
import { openLoneBus } from '../src/platform/bus/lone-bus.ts'
import { DeviceConnections } from '../src/platform/mqtt/device-connections.ts'
import {
  LIMITS,
  type AdmittedClient,
  type DeviceHandler,
  type ListenerLimits,
} from '../src/platform/mqtt/device-handler.ts'
import { openProxyCheck } from '../src/platform/http/trusted-proxy.ts'
import { openListener } from '../src/platform/mqtt/listener.ts'
import type { Tls } from '../src/platform/tls/tls.ts'

/** A device that the default handler of `openTestListener` admits. */
export const device: DeviceCredentials = { deviceId: 'd1', deviceToken: 'right' }
export const READING = { temperature: 20 }

/** The client of that device, which stores all; `changes` replace its functions. */
export function testClient(changes: Partial<AdmittedClient> = {}): AdmittedClient {
  const whole: AdmittedClient = {
    id: 'd1',
    ownerId: 'd1',
    tokenHash: '',
    publish: async () => 'stored',
    maySubscribe: () => true,
    retained: async () => [],
    connected: async () => {},
    disconnected: async () => {},
    isSaturated: () => false,
    shareWaitMs: () => 0,
    drained: async () => {},
  }
  return { ...whole, ...changes }
}

/** Opens a listener, closed at the end of the test. `changes` replace functions of the handler and its client. */
export async function openTestListener(
  limits: Partial<ListenerLimits>,
  changes: Partial<DeviceHandler & AdmittedClient> = {},
  { tls = null, trustProxy = false }: { tls?: Tls | null; trustProxy?: false | string[] } = {},
) {
  const client = testClient(changes)
  const handler: DeviceHandler = {
    admit: changes.admit ?? (async (credentials) => (credentials.includes('right') ? client : undefined)),
    denied: changes.denied ?? (() => {}),
  }
  const devices = new DeviceConnections(() => 0, openLoneBus('node'))
  const listener = openListener(handler, {
    devices,
    tls,
    isProxy: openProxyCheck(trustProxy),
    limits: { ...LIMITS, ...limits },
  })
  await listener.listen('127.0.0.1', 0)
  let closed: Promise<void> | undefined
  const close = () => (closed ??= listener.close())
  onTestFinished(close)
  return { listener, devices, port: listener.port, close }
}
