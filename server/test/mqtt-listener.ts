import { onTestFinished } from 'vitest'
import type { DeviceCredentials } from '../../testing/growers.ts'
import { DeviceConnections } from '../src/platform/mqtt/device-connections.ts'
import { LIMITS, type DeviceHandler, type ListenerLimits } from '../src/platform/mqtt/device-handler.ts'
import { openListener } from '../src/platform/mqtt/listener.ts'

/** A device that the default handler of `openTestListener` admits. */
export const device: DeviceCredentials = { deviceId: 'd1', deviceToken: 'right' }
export const READING = { temperature: 20 }

/** Opens a listener, which is closed with the test. `handler` replaces functions of one that admits and stores all. */
export async function openTestListener(limits: Partial<ListenerLimits>, handler: Partial<DeviceHandler> = {}) {
  const whole: DeviceHandler = {
    admit: async (credentials) => (credentials.includes('right') ? { deviceId: 'd1', deviceKey: 1 } : undefined),
    publish: async () => 'stored',
    denied: () => {},
    maySubscribe: () => true,
    retained: async () => [],
    connected: async () => {},
    disconnected: async () => {},
    isSaturated: () => false,
    consumeShare: () => 0,
    shareWaitMs: () => 0,
    drained: async () => {},
  }
  const devices = new DeviceConnections()
  const listener = openListener(Object.defineProperties(whole, Object.getOwnPropertyDescriptors(handler)), {
    devices,
    tls: null,
    limits: { ...LIMITS, ...limits },
  })
  await listener.listen('127.0.0.1', 0)
  let closed: Promise<void> | undefined
  const close = () => (closed ??= listener.close())
  onTestFinished(close)
  return { listener, devices, port: listener.port, close }
}
