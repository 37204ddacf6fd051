import { CLOCK_AHEAD_MAX_MS, topic, type SensorRecord, toTimestamp } from '@greenhouse/contract'
import { evaluateReadings } from '../features/alerts/evaluate-conditions.ts'
import { publishAlerts } from '../features/alerts/write-alerts.ts'
import { appendReadings } from '../features/readings/append-readings-store.ts'
import { ArrivalTimes } from '../features/readings/arrival-times.ts'
import { decodeMessages, type Reading } from '../features/readings/decode-board.ts'
import { findDeviceStates, type DeviceStates } from '../features/readings/device-state-store.ts'
import { BatchQueue } from '../platform/batch-queue.ts'
import type { Context } from '../platform/context.ts'
import { isUnavailable } from '../platform/db/errors.ts'
import type { DeviceRef } from '../platform/device-ref.ts'
import { overloaded } from '../platform/problem.ts'
import { countStored, IngestCounts } from './ingest-counts.ts'
import { LIMITS, type Ingest, type IngestOptions, type IngestResult, type ReadingGroup } from './ingest-types.ts'
import { recordRefusalsOf } from './refusals.ts'
import { openUserStorage } from './user-storage.ts'

/** The way of readings through the server, top to bottom: decode, append, evaluate, acknowledge, publish. */
export function openIngest({ config, db, hub, log, now }: Context, options: IngestOptions): Ingest {
  const { alerting, clock, limits = LIMITS, unable, keptFrom = () => -Infinity } = options
  const arrivalTimes = new ArrivalTimes()
  const storage = openUserStorage(config.userStorageMb)
  const counts = new IngestCounts(log)
  const failed = counts.addFailure.bind(counts)
  const queue = new BatchQueue<IngestResult, Reading>(limits, { commit, isUnavailable, failed })

  // Not async: what waits for a commit outlives the young generation, and an async frame for each reading with it.
  function ingest(device: DeviceRef, messages: readonly unknown[], bytes: number): Promise<IngestResult> {
    const problem = unable?.() ?? (queue.hasRoomFor(bytes) ? undefined : overloaded())
    if (problem) throw problem
    const arrival = { arrivedAt: now(), isClockBehind: clock.isBehind(), keptFrom: keptFrom(), arrivalTimes }
    const { readings, refused } = decodeMessages(messages, device, arrival)
    return queue.add(device.deviceKey, { stored: 0, duplicates: 0, refused }, readings, bytes)
  }

  /** One transaction holds readings and the alerts they trigger, so that no crash loses or repeats an alert. */
  async function commit(group: ReadingGroup): Promise<void> {
    const latest = clock.isBehind() ? Infinity : now() + CLOCK_AHEAD_MAX_MS
    const { devices, admitted, homeless, appended, alerts } = await db.transaction().execute(async (tx) => {
      const devices = await findDeviceStates(tx, [...new Set(group.map(({ queued }) => queued.lane))], latest)
      const { admitted, homeless } = await storage.admit(tx, group, devices)
      const readings = admitted.flatMap(({ queued, items }) => (devices.has(queued.lane) ? items : []))
      const appended = await appendReadings(tx, readings)
      const alerts = await evaluateReadings(tx, appended, devices, alerting)
      await recordRefusalsOf(tx, { admitted, homeless, noRoom: storage.full.message, ...appended }, now())
      return { devices, admitted, homeless, appended, alerts }
    })
    storage.add(appended.fresh, devices)
    countStored(admitted, appended, devices)
    counts.addGroup(admitted)
    queue.acknowledge(admitted)
    for (const { queued } of homeless) queue.reject(queued, storage.full)
    publishReadings(appended.current, devices)
    publishAlerts(hub, alerts, alerting)
  }

  function publishReadings(readings: readonly Reading[], devices: DeviceStates): void {
    for (const [deviceKey, own] of Map.groupBy(readings, (reading) => reading.deviceKey)) {
      const device = devices.get(deviceKey)
      if (!device || !hub.isHeard(topic.readingsOf(device.deviceId))) continue
      const { deviceId, deviceName } = device
      const sensorHistoryRecords = own.toSorted((a, b) => a.at - b.at).map(toSensorRecord)
      const logs = [{ deviceId, deviceName, sensorHistoryRecords }]
      hub.publish(topic.readingsOf(deviceId), { eventType: 'ServerBroadcastsLiveDataToDashboard', logs })
    }
  }

  return {
    ingest,
    counts,
    isSaturated: (deviceKey) => queue.isSaturated(deviceKey),
    drained: (deviceKey) => queue.drained(deviceKey),
    queuedBytes: () => queue.bytes,
    close: () => queue.close(),
  }
}

function toSensorRecord({ at, temperature, humidity, airPressure, airQuality }: Reading): SensorRecord {
  return { temperature, humidity, airPressure, airQuality, time: toTimestamp(at) }
}
