import { clearConnected, findDeviceByToken, findInterval, noteSeen } from '../features/devices/device-store.ts'
import type { Ingest } from './ingest.ts'
import type { Context } from '../platform/context.ts'
import type { Rations } from '../platform/ration.ts'
import type { DeviceConnections } from '../platform/mqtt/connections.ts'
import type { Door, Peer, Published } from '../platform/mqtt/door.ts'
import { openListener, type Listener } from '../platform/mqtt/listener.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Tls } from '../platform/tls.ts'

/** "Last seen" is written down this often while a device talks, not with every reading. */
const SEEN_NOTED_EVERY_MS = 60_000

const sensorData = (deviceId: string) => `Device/${deviceId}/SensorData`
const changePreferences = (deviceId: string) => `Device/${deviceId}/ChangePreferences`

export interface DeviceDoor extends DeviceConnections {
  readonly listener: Listener
  /** Begins to let devices in. */
  serve(context: Context, way: ReadingWay): Promise<void>
}

/** Where readings go, and how many of them a device may send. */
export interface ReadingWay {
  readonly ingest: Ingest
  readonly shares: Rations<number>
}

/**
 * The story of a device's connection: who it is (its token, as user name or password), what it may say (its readings),
 * what it is told (its reporting interval). It exists before the context that it is a part of.
 */
export function openDeviceDoor(tls: Tls | null): DeviceDoor {
  let behind: (ReadingWay & { readonly context: Context }) | undefined
  const seenAt = new Map<number, number>()

  const door: Door = {
    async admit(credentials) {
      if (!behind) return undefined
      for (const credential of credentials) {
        const device = await findDeviceByToken(behind.context.db, credential)
        if (device) return { id: device.deviceId, key: device.deviceKey }
      }
      return undefined
    },
    denied: (network) => behind?.context.log.warn({ event: 'device.denied', network }),
    publish: async (peer, topic, payload) => (behind ? publish(behind, peer, topic, payload) : 'unavailable'),
    maySubscribe: (peer, filter) =>
      [changePreferences(peer.id), `Device/${peer.id}/#`, `Device/${peer.id}/+`].includes(filter),
    async retained(peer) {
      const interval = behind && (await findInterval(behind.context.db, peer.id))
      return interval === undefined
        ? []
        : [{ topic: changePreferences(peer.id), payload: preferences(peer.id, interval) }]
    },
    connected: (peer) => note(peer, true),
    disconnected: (peer) => note(peer, false),
    isFull: (peer) => behind?.ingest.isFull(peer.key) ?? true,
    whenFree: (peer) => behind?.ingest.whenFree(peer.key) ?? Promise.resolve(),
    takeShare: (peer) => behind?.shares.take(peer.key) ?? 0,
    shareWaitMs: (peer) => behind?.shares.waitMs(peer.key) ?? 0,
  }
  const listener = openListener(door, { tls })

  async function publish(
    { ingest }: { ingest: Ingest },
    peer: Peer,
    topic: string,
    payload: Buffer,
  ): Promise<Published> {
    if (topic !== sensorData(peer.id)) return 'denied'
    const message = parse(payload)
    try {
      const { stored, duplicates } = await ingest.take(
        { deviceId: peer.id, deviceKey: peer.key },
        [message],
        payload.length,
      )
      noteHeard(peer)
      // What will never be stored is refused once and for all, or the board would send it for ever.
      return stored + duplicates > 0 ? 'stored' : 'malformed'
    } catch (error) {
      if (error instanceof ProblemError) return 'unavailable'
      throw error
    }
  }

  function noteHeard(peer: Peer): void {
    const now = behind?.context.now() ?? 0
    if (now - (seenAt.get(peer.key) ?? 0) > SEEN_NOTED_EVERY_MS) void note(peer, true)
  }

  /** When a device was seen is worth less than its readings: a store that can't write it loses only that. */
  async function note(peer: Peer, connected: boolean): Promise<void> {
    if (!behind) return
    const { db, log, now } = behind.context
    if (connected) seenAt.set(peer.key, now())
    else seenAt.delete(peer.key)
    try {
      await noteSeen(db, peer.key, { connected, at: now() })
    } catch (error) {
      log.warn({ event: 'device.seen-not-noted', reason: (error as Error).message })
    }
  }

  return {
    listener,
    async serve(context, way) {
      await clearConnected(context.db)
      behind = { context, ...way }
    },
    disconnect: (deviceId) => listener.disconnect(deviceId),
    sendPreferences: (deviceId, interval) =>
      listener.deliver(deviceId, changePreferences(deviceId), preferences(deviceId, interval)),
  }
}

function preferences(deviceId: string, interval: number): string {
  return JSON.stringify({ deviceId, interval: String(interval) })
}

function parse(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString())
  } catch {
    return undefined
  }
}
