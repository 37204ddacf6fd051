import { setImmediate as breathe } from 'node:timers/promises'
import { CLOCK_AHEAD_MAX_MS, topic } from '@greenhouse/contract'
import { ArrivalTimes } from './arrival-times.ts'
import { clockBehind, openClockWatch, type ClockWatch } from '../platform/clock/clock-watch.ts'
import { applyReadings, asStored } from './apply-readings.ts'
import { recordRefusals } from '../features/devices/device-store.ts'
import { decode, type Reading } from '../features/readings/decode.ts'
import { repairNewest } from '../features/readings/newest-repair-store.ts'
import { findDeviceStates } from '../features/readings/device-state-store.ts'
import { toSensorRecord } from '../features/readings/reading-store.ts'
import type { Context } from '../platform/context.ts'
import type { DeviceRef } from '../platform/device-ref.ts'
import { isUnavailable } from '../platform/db/errors.ts'
import type { Tx } from '../platform/db/schema.ts'
import { overloaded, type ProblemError } from '../platform/problem.ts'
import type { Rations } from '../platform/rate-limit/token-bucket.ts'
import { IngestQueue, type Part, type QueueLimits, type Waiting } from './ingest-queue.ts'
import type { Raising } from '../features/alerts/evaluate-conditions.ts'
import { openUserStorage, storageFull } from './user-storage.ts'
import { publishAlerts } from '../features/alerts/write-alerts.ts'

/** What became of the messages of one call. A reading of which only some sensors were refused counts as stored too. */
export interface IngestResult {
  stored: number
  duplicates: number
  readonly refused: Array<{ index: number; reason: string }>
}

export interface Ingest {
  /**
   * Ingests messages of a device (already parsed, `bytes` long on the wire) and resolves when they are on disk.
   * Rejects with a 503 when the store can't take them: nothing of it was acknowledged, and the device sends again.
   */
  ingest(device: DeviceRef, messages: readonly unknown[], bytes: number): Promise<IngestResult>
  /** True while the queue, or the device's part of it, is nearly full. Its sockets should not be read then. */
  isSaturated(deviceKey: number): boolean
  /** Resolves when there is room for the device again. */
  drained(deviceKey: number): Promise<void>
  /** What has happened since the start, for the metrics. */
  readonly counts: {
    readonly stored: number
    readonly duplicates: number
    readonly refused: number
    readonly failedGroups: number
  }
  readonly queuedBytes: number
  /** Commits what is queued and takes nothing more. */
  close(): Promise<void>
}

/** Where both kinds of connections bring readings, and how many of them a device may send. */
export interface Intake {
  readonly ingest: Ingest
  readonly shares: Rations<number>
}

interface IngestOptions {
  readonly clock?: ClockWatch
  readonly limits?: IngestLimits
  /** Why nothing can be stored now; undefined when it can. */
  readonly unable?: () => ProblemError | undefined
  /** Readings before this instant were removed: one that comes again could not be told from a new one. */
  readonly keptFrom?: () => number
}

export interface IngestLimits extends QueueLimits {
  /** Readings in one transaction. */
  readonly groupSize: number
  /** How long the first reading of a group waits for others, in milliseconds. */
  readonly groupMs: number
}

const LIMITS: IngestLimits = {
  queueBytes: 16 * 1024 * 1024,
  deviceBytes: 2 * 1024 * 1024,
  groupSize: 500,
  groupMs: 3,
}

const TOO_OLD = 'The reading is older than those that are kept.'
/** What an owner is told of a reading that was acknowledged as a repetition and is none. */
const CONFLICT = 'Another value was stored for the same time before. It stays.'

interface Call extends Waiting {
  readonly refusals: { readonly deviceKey: number; readonly count: number; readonly reason: string } | undefined
  readonly taken: IngestResult
  /** It was given up, though other parts of it may be on their way. */
  failed: boolean
  readonly resolve: (taken: IngestResult) => void
  readonly reject: (error: unknown) => void
}

/** What goes into one transaction. */
type Group = ReadonlyArray<Part<Call>>

/**
 * The whole story of readings, top to bottom: decode, group, keep and weigh, commit, acknowledge, tell. Whatever arrives within a
 * few milliseconds is one transaction, because a commit costs the same for one as for hundreds.
 */
export function openIngest(
  context: Context,
  raising: Raising,
  {
    clock = openClockWatch(context, 0),
    limits = LIMITS,
    unable = () => undefined,
    keptFrom = () => -Infinity,
  }: IngestOptions = {},
): Ingest {
  const { config, db, hub, log, now } = context
  const storage = openUserStorage(config.userStorageMb)
  const queue = new IngestQueue<Call>(limits)
  const counts = { stored: 0, duplicates: 0, refused: 0, failedGroups: 0 }
  const arrivals = new ArrivalTimes()
  let running: Promise<void> | undefined
  let closed = false

  function ingest(device: DeviceRef, messages: readonly unknown[], bytes: number): Promise<IngestResult> {
    const refusal = unable()
    if (refusal) return Promise.reject(refusal)
    if (closed || !queue.hasRoomFor(bytes)) return Promise.reject(overloaded())
    const readings: Reading[] = []
    const refused: IngestResult['refused'] = []
    const isBehind = clock.isBehind()
    for (const [index, message] of messages.entries()) {
      const { reading, refusal, isAhead = false } = decode(message, device, now())
      if (isBehind && (isAhead || reading?.withoutClock === true)) return Promise.reject(clockBehind())
      const isTooOld = reading !== undefined && reading.at < keptFrom()
      if (reading && !isTooOld) readings.push(reading.withoutClock ? arrivals.stamp(reading) : reading)
      if (isTooOld) refused.push({ index, reason: TOO_OLD })
      else if (refusal !== undefined) refused.push({ index, reason: refusal })
    }
    const newest = refused.at(-1)
    const refusals = newest && { deviceKey: device.deviceKey, count: refused.length, reason: newest.reason }
    return new Promise((resolve, reject) => {
      const taken = { stored: 0, duplicates: 0, refused }
      queue.add({
        deviceKey: device.deviceKey,
        readings,
        refusals,
        bytes,
        taken,
        grouped: 0,
        failed: false,
        resolve,
        reject,
      })
      running ??= run()
    })
  }

  async function run(): Promise<void> {
    while (!queue.isEmpty) {
      if (!closed && queue.readings < limits.groupSize) {
        await new Promise((resolve) => setTimeout(resolve, limits.groupMs))
      }
      await commit(queue.nextGroup(limits.groupSize))
      // SQLite answers at once, so a long queue would be one run of work in which nobody else has a turn.
      if (!queue.isEmpty) await breathe()
    }
    running = undefined
  }

  async function commit(parts: Group): Promise<void> {
    try {
      const { fresh, completed, raised, devices, kept, homeless } = await db
        .transaction()
        .execute((tx) => store(tx, parts))
      storage.add(fresh, devices)
      acknowledge(kept, new Set([...fresh, ...completed.map(({ reading }) => reading)]), devices)
      for (const { waiting } of homeless) fail(waiting, storageFull(config.userStorageMb))
      tell(asStored(fresh, completed), devices)
      publishAlerts(hub, raised, raising)
    } catch (error) {
      if (!isUnavailable(error) && parts.length > 1) return commitInHalves(parts)
      if (!isUnavailable(error))
        log.error({ event: 'ingest.failed', deviceKey: parts[0]?.waiting.deviceKey, err: error })
      else log.warn({ event: 'ingest.store-unavailable', reason: (error as Error).message })
      counts.failedGroups++
      for (const { waiting } of parts) fail(waiting, overloaded(5))
    }
  }

  /** One reading that the store can't take harms only who sent it: the others are tried without it. */
  async function commitInHalves(parts: Group): Promise<void> {
    const middle = Math.ceil(parts.length / 2)
    for (const half of [parts.slice(0, middle), parts.slice(middle)]) {
      await breathe()
      await commit(half)
    }
  }

  /** The devices, with newest readings that can be: a clock that was ahead must not silence them for years. */
  async function statesOf(tx: Tx, keys: readonly number[]) {
    const devices = await findDeviceStates(tx, keys)
    const latest = now() + CLOCK_AHEAD_MAX_MS
    const ahead = [...devices.values()].filter(({ newestAt }) => newestAt > latest)
    if (ahead.length === 0 || clock.isBehind()) return devices
    await repairNewest(
      tx,
      latest,
      ahead.map(({ deviceKey }) => deviceKey),
    )
    return findDeviceStates(tx, keys)
  }

  /** Stores a group but for what finds no room with its owner: that is counted, and will not be acknowledged. */
  async function store(tx: Tx, parts: Group) {
    const devices = await statesOf(tx, [...new Set(parts.flatMap(keysOf))])
    const full = await storage.fullOwners(tx, devices.values())
    const hasRoom = ({ waiting }: Part<Call>) => !full.has(devices.get(waiting.deviceKey)?.userId ?? '')
    const kept = full.size === 0 ? parts : parts.filter(hasRoom)
    const homeless = full.size === 0 ? [] : parts.filter((part) => !hasRoom(part))
    const noRoom = [...Map.groupBy(homeless, ({ waiting }) => waiting)].map(
      ([{ deviceKey, readings, grouped }, own]) => ({
        deviceKey,
        count: readings.length - grouped + own.reduce((sum, part) => sum + part.readings.length, 0),
        reason: storageFull(config.userStorageMb).message,
      }),
    )
    for (const refusals of [...refusalsOf(kept), ...noRoom]) await recordRefusals(tx, { ...refusals, at: now() })
    const readings = kept.flatMap((part) => part.readings)
    const applied = await applyReadings(tx, readings, devices, raising)
    for (const [deviceKey, own] of Map.groupBy(applied.conflicting, (reading) => reading.deviceKey)) {
      await recordRefusals(tx, { deviceKey, count: own.length, reason: CONFLICT, at: now() })
    }
    return { ...applied, devices, kept, homeless }
  }

  function acknowledge(parts: Group, fresh: ReadonlySet<Reading>, devices: ReadonlyMap<number, unknown>): void {
    for (const { waiting, readings, last } of parts) {
      for (const reading of readings) {
        if (fresh.has(reading)) waiting.taken.stored++
        else if (devices.has(reading.deviceKey)) waiting.taken.duplicates++
      }
      if (!last || waiting.failed) continue
      counts.stored += waiting.taken.stored
      counts.duplicates += waiting.taken.duplicates
      counts.refused += waiting.taken.refused.length
      queue.release(waiting)
      waiting.resolve(waiting.taken)
    }
  }

  function tell(fresh: readonly Reading[], devices: Awaited<ReturnType<typeof findDeviceStates>>): void {
    for (const [deviceKey, readings] of Map.groupBy(fresh, (reading) => reading.deviceKey)) {
      const device = devices.get(deviceKey)
      if (!device || !hub.isHeard(topic.readingsOf(device.deviceId))) continue
      const { deviceId, deviceName } = device
      const sensorHistoryRecords = readings.toSorted((a, b) => a.at - b.at).map(toSensorRecord)
      hub.publish(topic.readingsOf(deviceId), {
        eventType: 'ServerBroadcastsLiveDataToDashboard',
        logs: [{ deviceId, deviceName, sensorHistoryRecords }],
      })
    }
  }

  function fail(call: Call, why: ProblemError): void {
    if (call.failed) return
    call.failed = true
    queue.drop(call)
    queue.release(call)
    call.reject(why)
  }

  return {
    ingest,
    counts,
    get queuedBytes() {
      return queue.bytes
    },
    isSaturated: (deviceKey) => queue.isSaturated(deviceKey),
    drained: (deviceKey) => queue.drained(deviceKey),
    async close() {
      closed = true
      await running
    },
  }
}

function keysOf({ waiting, readings }: Part<Call>): number[] {
  const keys = readings.map(({ deviceKey }) => deviceKey)
  return waiting.refusals ? [...keys, waiting.refusals.deviceKey] : keys
}

/** The refusals of everything that ends in this group, one entry a device. */
function refusalsOf(parts: Group): Array<NonNullable<Call['refusals']>> {
  const byDevice = new Map<number, NonNullable<Call['refusals']>>()
  for (const { waiting, last } of parts) {
    if (!last || !waiting.refusals) continue
    const { deviceKey, count, reason } = waiting.refusals
    byDevice.set(deviceKey, { deviceKey, count: count + (byDevice.get(deviceKey)?.count ?? 0), reason })
  }
  return [...byDevice.values()]
}
