import { findDeviceByToken, findInterval, noteSeen } from '../features/devices/device-store.ts'
import { preferencesMessage, preferencesTopic, sensorDataTopic } from '../features/devices/device-topics.ts'
import type { Context } from '../platform/context.ts'
import type { DeviceRef } from '../platform/device-ref.ts'
import type { DeviceHandler, Published } from '../platform/mqtt/device-handler.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Intake } from './ingest-types.ts'

/** "Last seen" is written this often while a device sends, not with every reading. */
const SEEN_NOTED_EVERY_MS = 60_000

/**
 * What a device may do over MQTT: sign in (its token, as user name or password), publish its readings, subscribe to its
 * reporting interval.
 */
export function mqttDeviceHandler({ db, log, now }: Context, { ingest, shares }: Intake): DeviceHandler {
  const seenAt = new Map<number, number>()

  async function publish(device: DeviceRef, topic: string, payload: Buffer): Promise<Published> {
    if (topic !== sensorDataTopic(device.deviceId)) return 'denied'
    try {
      const { stored, duplicates } = await ingest.ingest(device, [parse(payload)], payload.length)
      noteHeard(device)
      // What will never be stored is refused for good, or the board would send it for ever.
      return stored + duplicates > 0 ? 'stored' : 'malformed'
    } catch (error) {
      if (error instanceof ProblemError) return 'unavailable'
      throw error
    }
  }

  function noteHeard(device: DeviceRef): void {
    if (now() - (seenAt.get(device.deviceKey) ?? 0) > SEEN_NOTED_EVERY_MS) void note(device, true)
  }

  /** When a device was seen is worth less than its readings: a store that can't write it loses only that. */
  async function note({ deviceKey }: DeviceRef, connected: boolean): Promise<void> {
    if (connected) seenAt.set(deviceKey, now())
    else seenAt.delete(deviceKey)
    try {
      await noteSeen(db, deviceKey, { connected, at: now() })
    } catch (error) {
      log.warn({ event: 'device.seen-not-noted', reason: (error as Error).message })
    }
  }

  return {
    publish,
    async admit(credentials) {
      for (const credential of credentials) {
        const device = await findDeviceByToken(db, credential)
        if (!device) continue
        // What arrives while the store is slow is held back by the queue, and not by this.
        await ingest.prepare(device.deviceKey)
        return device
      }
      return undefined
    },
    denied: (network) => log.warn({ event: 'device.denied', network }),
    maySubscribe: ({ deviceId }, filter) =>
      [preferencesTopic(deviceId), `Device/${deviceId}/#`, `Device/${deviceId}/+`].includes(filter),
    async retained({ deviceId }) {
      const interval = await findInterval(db, deviceId)
      if (interval === undefined) return []
      return [{ topic: preferencesTopic(deviceId), payload: preferencesMessage(deviceId, interval) }]
    },
    connected: (device) => note(device, true),
    disconnected: (device) => note(device, false),
    isSaturated: ({ deviceKey }) => ingest.isSaturated(deviceKey),
    drained: ({ deviceKey }) => ingest.drained(deviceKey),
    consumeShare: ({ deviceKey }) => shares.consume(deviceKey),
    shareWaitMs: ({ deviceKey }) => shares.waitMs(deviceKey),
  }
}

function parse(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString())
  } catch {
    return undefined
  }
}
