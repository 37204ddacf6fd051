import type { AppendedGroup, Entry } from '@greenhouse/timeseries'
import { ArrivalTimes } from '../features/series/decoding/arrival-times.ts'
import { decodeComputed } from '../features/series/decoding/decode-computed.ts'
import { decodeReadings } from '../features/series/decoding/decode-readings.ts'
import { decodeMessages } from '../features/series/decoding/decode.ts'
import { BatchQueues } from '../platform/batch-queues.ts'
import type { Context } from '../platform/context.ts'
import { isUnavailable } from '../platform/db/errors.ts'
import type { DeviceRef } from '../platform/device-ref.ts'
import { overloaded } from '../platform/problem.ts'
import { countStored, IngestCounts, storedOf } from './ingest-counts.ts'
import {
  LIMITS,
  type Decode,
  type Ingest,
  type IngestOptions,
  type IngestResult,
  type OwnReading,
  type ReadingBatch,
  type ReadingQueue,
} from './ingest-types.ts'
import { recordRefusalsOf } from './refusals.ts'
import { openUserStorage } from './user-storage.ts'
import type { DevicesByKey, KnownDevices } from '../features/devices/known-devices.ts'
import type { SeriesRegistry } from '../features/series/registry/series-registry.ts'
import type { Db } from '../platform/db/schema.ts'

/** About what a computed value takes while it waits. */
const COMPUTED_BYTES = 32

/**
 * The way of readings through the server, top to bottom: decode, append, acknowledge, and hand on to what follows the log:
 * rules and live frames. Each partition of the log has a queue, so that a batch is of one of them.
 */
export function openIngest(context: Context, options: IngestOptions): Ingest {
  const { config, db, log, now, timeSeries } = context
  const { clock, devices, registry, consume, limits = LIMITS, unable, keptFrom = () => -Infinity } = options
  const arrivalTimes = new ArrivalTimes()
  const storage = openUserStorage(config.userStorageMb, timeSeries)
  const counts = new IngestCounts(log)
  const failed = counts.addFailure.bind(counts)
  const queues = new BatchQueues<IngestResult, OwnReading>(timeSeries.partitions, timeSeries.partitionOf, {
    limits,
    commit,
    isUnavailable,
    failed,
  })

  // Not async: what waits for a commit outlives the young generation, and an async frame for each reading with it.
  function ingestDecoded<Sent>(decode: Decode<Sent>, device: DeviceRef, sent: readonly Sent[], bytes: number) {
    if (registry.isLoaded(device.deviceKey)) return add(decode, device, sent, bytes)
    return registry.load(device.deviceKey).then(() => add(decode, device, sent, bytes))
  }

  function add<Sent>(decode: Decode<Sent>, device: DeviceRef, sent: readonly Sent[], bytes: number) {
    const queue = queues.of(device.deviceKey)
    const problem = unable?.() ?? (queue.hasRoomFor(bytes) ? undefined : overloaded())
    if (problem) throw problem
    const arrival = { arrivedAt: now(), isClockBehind: clock.isBehind(), keptFrom: keptFrom(), arrivalTimes }
    const sender = { device, names: registry.names, own: registry.sensorsOf(device.deviceKey) }
    const { readings, refused } = decode(sent, sender, arrival)
    return queue.add(device.deviceKey, { stored: 0, duplicates: 0, refused }, readings, bytes)
  }

  /** Appends the readings of the devices that still exist and whose owners have room, in one commit. */
  async function commit(batch: ReadingBatch, queue: ReadingQueue): Promise<void> {
    const { known, ready, unready, error } = await readySlices(db, { devices, registry }, batch)
    const { admitted, overQuota } = await storage.admit(db, ready, known)
    const existing = admitted.flatMap(({ queued, items }) => (known.has(queued.key) ? items : []))
    // A list may have the newest reading first, which must not make the others late.
    const readings = existing.toSorted((one, other) => one.at - other.at)
    const entries = readings.map(toEntry)
    const appended: AppendedGroup = { entries, ...(await timeSeries.append(entries)) }
    countStored(admitted, storedOf(readings, appended), known)
    storage.add(appended, known)
    await recordRefusalsOf(context, { admitted, overQuota, noRoom: storage.full.message, appended })
    counts.addBatch(admitted)
    queue.acknowledge(admitted)
    for (const { queued } of overQuota) queue.reject(queued, storage.full)
    if (unready.length > 0) queue.rejectAll(unready, failed(error, unready))
    await consume(appended, known)
  }

  return {
    ingest: (device, messages, bytes) => ingestDecoded(decodeMessages, device, messages, bytes),
    ingestReadings: (device, readings, bytes) => ingestDecoded(decodeReadings, device, readings, bytes),
    ingestComputed: (device, values) => ingestDecoded(decodeComputed, device, values, values.length * COMPUTED_BYTES),
    async prepare(deviceKey) {
      await Promise.all([registry.load(deviceKey), devices.find(db, [deviceKey])])
    },
    counts,
    isSaturated: (deviceKey) => queues.isSaturated(deviceKey),
    drained: (deviceKey) => queues.drained(deviceKey),
    queuedBytes: () => queues.bytes,
    settled: () => queues.settled(),
    close: () => queues.close(),
  }
}

function toEntry({ deviceKey, at, sensors, values }: OwnReading): Entry {
  return { deviceKey, at, slots: sensors.map(({ slot }) => slot), values }
}

interface Divided {
  /** The devices of the batch that exist. */
  readonly known: DevicesByKey
  /** Slices that can be appended, including those of removed devices. */
  readonly ready: ReadingBatch
  /** Slices that cannot be stored now, and the error. They are not acknowledged, so their devices resend. */
  readonly unready: ReadingBatch
  readonly error: unknown
}

interface Parts {
  readonly devices: Pick<KnownDevices, 'ask'>
  readonly registry: Pick<SeriesRegistry, 'storeNew' | 'hasNew'>
}

/**
 * Looks up the owners of readings, and stores new series. Without the database only unknown devices and new sensors
 * wait.
 */
async function readySlices(db: Db, { devices, registry }: Parts, batch: ReadingBatch): Promise<Divided> {
  const { known, unasked, error } = await devices.ask(db, new Set(batch.map(({ queued }) => queued.key)))
  const newError = await storeNew(registry, known)
  if (unasked.size === 0 && newError === undefined) return { known, ready: batch, unready: [], error }
  const isUnready = ({ queued: { key } }: ReadingBatch[number]) =>
    unasked.has(key) || (newError !== undefined && registry.hasNew(key))
  return {
    known,
    ready: batch.filter((slice) => !isUnready(slice)),
    unready: batch.filter(isUnready),
    error: error ?? newError,
  }
}

/** Returns why new series can't be stored now; undefined when they are. */
async function storeNew(registry: Parts['registry'], known: DevicesByKey): Promise<unknown> {
  try {
    await registry.storeNew(known.keys())
    return undefined
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return error
  }
}
