import { setTimeout as wait } from 'node:timers/promises'
import { connectBoard, sendReadings, sensorData } from '../../testing/boards.ts'
import { addDevice, type DeviceCredentials, type Grower } from '../../testing/growers.ts'
import type { RunningServer } from '../../testing/running-server.ts'
import { Ledger } from './ledger.ts'

const EVERY_MS = 200
/** A board without acknowledgements buffers up to this number of readings, like real ones. */
const IN_FLIGHT_MAX = 200
const LAST_ANSWERS_MS = 10_000
const LIST_EVERY_MS = 1000
const LIST_LENGTH = 20

export interface SoakBoard {
  readonly ledger: Ledger
  stop(): Promise<void>
}

/** Measures five times a second, and resends unacknowledged readings after a reconnection. */
export async function startMqttBoard(server: RunningServer, grower: Grower, name: string): Promise<SoakBoard> {
  const device = await addDevice(grower, name)
  const ledger = new Ledger(device.deviceId)
  const client = await connectBoard(server.mqttPort, device)
  // Connections fail while the server restarts.
  client.on('error', () => {})
  const inFlight = new Set<Promise<void>>()
  const timer = setInterval(() => {
    if (inFlight.size >= IN_FLIGHT_MAX) return
    const { at, temperature } = ledger.next(Date.now())
    const reading = JSON.stringify({ temperature, humidity: 60, timestamp: new Date(at).toISOString() })
    const sending = client
      .publishAsync(sensorData(device), reading, { qos: 1 })
      .then(() => ledger.acknowledge(at))
      .catch(() => {})
      .finally(() => inFlight.delete(sending))
    inFlight.add(sending)
  }, EVERY_MS)
  return {
    ledger,
    async stop() {
      clearInterval(timer)
      await Promise.race([Promise.all(inFlight), wait(LAST_ANSWERS_MS)])
      await client.endAsync(true)
    },
  }
}

/** A gateway that sends lists over HTTP, each until the response is 200. */
export async function startHttpBoard(server: RunningServer, grower: Grower, name: string): Promise<SoakBoard> {
  const device = await addDevice(grower, name)
  const ledger = new Ledger(device.deviceId)
  const stopping = new AbortController()
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const list = Array.from({ length: LIST_LENGTH }, () => ledger.next(Date.now()))
      const readings = list.map(({ at, temperature }) => ({ temperature, time: new Date(at).toISOString() }))
      while (!(await isStored(server, device, readings))) {
        if (stopping.signal.aborted) return
        await wait(500)
      }
      for (const { at } of list) ledger.acknowledge(at)
      await wait(LIST_EVERY_MS)
    }
  })()
  return {
    ledger,
    stop() {
      stopping.abort()
      return running
    },
  }
}

async function isStored(
  { url }: RunningServer,
  device: DeviceCredentials,
  readings: readonly object[],
): Promise<boolean> {
  try {
    const { stored, duplicates } = await sendReadings(url, device, readings)
    return stored + duplicates === readings.length
  } catch {
    return false
  }
}
