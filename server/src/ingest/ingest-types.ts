import type { AppendedGroup } from '@greenhouse/timeseries'
import type { DevicesByKey, KnownDevices } from '../features/devices/known-devices.ts'
import type { ComputedValue } from '../features/series/decoding/decode-computed.ts'
import type { DecodedReading } from '../features/series/decoding/decode-readings.ts'
import type { Arrival, DecodedCall, Reading, Refused, Sender } from '../features/series/decoding/decode.ts'
import type { OwnSeries } from '../features/series/registry/device-series.ts'
import type { SeriesRegistry } from '../features/series/registry/series-registry.ts'
import type { Batch, BatchLimits, BatchQueue, Slice } from '../platform/batch-queue.ts'
import type { ClockWatch } from '../platform/clock/clock-watch.ts'
import type { DeviceRef } from '../platform/device-ref.ts'
import type { ProblemError } from '../platform/problem.ts'
import type { MessageRateLimits } from './message-rate-limits.ts'

/** The outcome of one call. A reading with only some sensors refused counts as stored too. */
export interface IngestResult {
  stored: number
  duplicates: number
  readonly refused: Refused[]
}

/** Totals since the start, for the metrics. */
export interface IngestTotals {
  stored: number
  duplicates: number
  refused: number
  failedGroups: number
}

export interface Ingest {
  /**
   * Ingests messages of a device (already parsed, `bytes` long on the wire) and resolves when they are on disk.
   * Throws a ProblemError, or rejects with one, when they can't be stored now: nothing was acknowledged, and the device
   * sends again.
   */
  ingest(device: DeviceRef, messages: readonly unknown[], bytes: number): Promise<IngestResult>
  /** The same for readings that were decoded before, as of boards of other makers. */
  ingestReadings(device: DeviceRef, readings: readonly DecodedReading[], bytes: number): Promise<IngestResult>
  /** The same for values that the server has computed. */
  ingestComputed(device: DeviceRef, values: readonly ComputedValue[]): Promise<IngestResult>
  /** Reads what the messages of a device are decoded with, so that none of them has to wait for it. */
  prepare(deviceKey: number): Promise<void>
  /**
   * True while the queues, or the device's part of them, are nearly full. Its sockets should not be read then. A hub, which
   * sends for many devices, names none.
   */
  isSaturated(deviceKey?: number): boolean
  /** Resolves when there is room again, for the device or for a hub. */
  drained(deviceKey?: number): Promise<void>
  readonly counts: Readonly<IngestTotals>
  /** Bytes that wait for a commit. */
  queuedBytes(): number
  /** Resolves when all that was queued is committed, evaluated and published. */
  settled(): Promise<void>
  /** Commits what is queued; from now on calls are rejected. */
  close(): Promise<void>
}

/** Takes each group of the log after its acknowledgement: rules and live frames follow the log. */
export type Consume = (group: AppendedGroup, devices?: DevicesByKey) => Promise<void>

export interface IngestOptions {
  readonly consume: Consume
  readonly devices: KnownDevices
  readonly registry: SeriesRegistry
  readonly clock: ClockWatch
  readonly limits?: BatchLimits
  /** Returns why nothing can be stored now; undefined when it can. */
  readonly unable?: () => ProblemError | undefined
  /** Readings before this instant were removed and are refused. */
  readonly keptFrom?: () => number
}

export const LIMITS: BatchLimits = {
  bytes: 16 * 1024 * 1024,
  queueBytes: 2 * 1024 * 1024,
  batchSize: 2000,
  batchMs: 3,
  // An ordinary list is not split: two slices would wait for every other device twice.
  quantum: 100,
}

/**
 * Rows of a cluster are replicated among machines: fewer and larger ones cost each of them less. A row of more than 500
 * readings could be larger than a message of NATS may be.
 */
export const CLUSTER_LIMITS: BatchLimits = { ...LIMITS, batchSize: 500, batchMs: 30 }

/** Ingest, with the share that each sender may use. */
export interface MeteredIngest {
  readonly ingest: Ingest
  readonly rateLimits: MessageRateLimits
}

/** Decodes what one call brings. */
export type Decode<Sent> = (
  sent: readonly Sent[],
  sender: Sender<OwnSeries>,
  arrival: Arrival,
) => DecodedCall<OwnSeries>

/** The readings that are stored in one transaction: a queue for each device, an entry for each call. */
export type OwnReading = Reading<OwnSeries>
export type ReadingQueue = BatchQueue<IngestResult, OwnReading>
export type ReadingBatch = Batch<IngestResult, OwnReading>
export type ReadingSlice = Slice<IngestResult, OwnReading>
