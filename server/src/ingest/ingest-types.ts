import type { RuleFollower } from '../features/alerts/rule-follower.ts'
import type { KnownDevices } from '../features/devices/known-devices.ts'
import type { DecodedReading } from '../features/readings/decode-readings.ts'
import type { Arrival, DecodedCall, Reading, Refused, Sender } from '../features/readings/decode.ts'
import type { OwnSeries } from '../features/series/device-series.ts'
import type { SeriesRegistry } from '../features/series/series-registry.ts'
import type { BatchLimits, Group, Part } from '../platform/batch-queue.ts'
import type { ClockWatch } from '../platform/clock/clock-watch.ts'
import type { DeviceRef } from '../platform/device-ref.ts'
import type { ProblemError } from '../platform/problem.ts'
import type { TokenBuckets } from '../platform/rate-limit/token-bucket.ts'
import type { IngestCounts } from './ingest-counts.ts'

/** What became of the messages of one call. A reading of which only some sensors were refused counts as stored too. */
export interface IngestResult {
  stored: number
  duplicates: number
  readonly refused: Refused[]
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
  /** Reads what the messages of a device are decoded with, so that none of them has to wait for it. */
  prepare(deviceKey: number): Promise<void>
  /** True while the queue, or the device's part of it, is nearly full. Its sockets should not be read then. */
  isSaturated(deviceKey: number): boolean
  /** Resolves when there is room for the device again. */
  drained(deviceKey: number): Promise<void>
  readonly counts: Readonly<IngestCounts>
  /** Bytes that wait for a commit. */
  queuedBytes(): number
  /** Resolves when all that was queued is committed, evaluated and published. */
  settled(): Promise<void>
  /** Commits what is queued; from now on calls are rejected. */
  close(): Promise<void>
}

export interface IngestOptions {
  readonly rules: Pick<RuleFollower, 'follow'>
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
  laneBytes: 2 * 1024 * 1024,
  groupSize: 500,
  groupMs: 3,
  // A list of ordinary size goes whole: cut in two it would wait for every other device twice.
  turn: 100,
}

/** What both kinds of connections bring readings to, and how many of them a device may send. */
export interface Intake {
  readonly ingest: Ingest
  readonly shares: TokenBuckets<number>
}

/** Decodes what one call brings. */
export type Decode<Sent> = (
  sent: readonly Sent[],
  sender: Sender<OwnSeries>,
  arrival: Arrival,
) => DecodedCall<OwnSeries>

/** The readings that are stored in one transaction: a lane for each device, an entry for each call. */
export type OwnReading = Reading<OwnSeries>
export type ReadingGroup = Group<IngestResult, OwnReading>
export type ReadingPart = Part<IngestResult, OwnReading>
