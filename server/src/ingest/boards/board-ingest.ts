import type { Boards } from '../../features/boards/boards.ts'
import type { BoardOwner } from '../../features/boards/board-owner.ts'
import type { BoardMessage, BoardReading, BoardReport, Decoder } from '../../features/boards/board-report.ts'
import { decoders as allDecoders } from '../../features/boards/decoders/decoders.ts'
import { TIME_AHEAD, timeFaultOf, type DecodedReading } from '../../features/series/decoding/decode-readings.ts'
import { clockBehind, type ClockWatch } from '../../platform/clock/clock-watch.ts'
import type { Context } from '../../platform/context.ts'
import type { DeviceRef } from '../../platform/device-ref.ts'
import type { AnnouncedFacts } from './announced.ts'
import { openAnnouncements } from './announcements.ts'
import { BoardDecoding } from './board-decoding.ts'
import type { BoardIngest, BoardResult } from './board-ingest-types.ts'
import type { Ingest } from '../ingest-types.ts'
import { ingestInSlices } from '../ingest-slices.ts'
import { costOfMessage } from '../message-cost.ts'
import type { MessageRateLimits } from '../message-rate-limits.ts'
import { MergeValues } from './merge-values.ts'

interface BoardIngestNeeds {
  readonly ingest: Pick<Ingest, 'ingestReadings' | 'isSaturated' | 'drained'>
  readonly boards: Pick<Boards, 'receive'>
  readonly clock: Pick<ClockWatch, 'isBehind'>
  readonly announced: AnnouncedFacts
  readonly rateLimits: Pick<MessageRateLimits, 'charge'>
  /** In the order in which they are tried. */
  readonly decoders?: readonly Decoder[]
}

/** The way of a message of a board: decode, remember what it announces, merge, find its device, ingest. */
export function openBoardIngest(
  { bus, db, log, now }: Pick<Context, 'bus' | 'db' | 'log' | 'now'>,
  { announced, ingest, boards, clock, rateLimits, decoders = allDecoders }: BoardIngestNeeds,
): BoardIngest {
  const announcements = openAnnouncements({ bus, db, log, now }, announced)
  const decoding = new BoardDecoding(log, announcements, decoders)
  const merging = new MergeValues()
  const timed = timingOf(merging, clock)
  const charge = chargingOf(rateLimits)

  async function ingestMessage(owner: BoardOwner, message: BoardMessage): Promise<BoardResult> {
    const bytes = message.payload.length
    // Before the first wait, so that its sender is held at once.
    const charged = charge(owner, { bytes })
    const decoded = await decoding.decode(owner, message)
    if (!decoded) return nothingOf({ isKnown: false })
    const result = await ingestAll(owner, decoded.reports, { bytes, isRetained: message.isRetained, charged })
    await decoded.storeAnnounced()
    return result
  }

  async function ingestAll(
    owner: BoardOwner,
    reports: readonly BoardReport[],
    { bytes, isRetained, charged = 0 }: { bytes: number; isRetained: boolean; charged?: number },
  ): Promise<BoardResult> {
    const result = nothingOf()
    charge(owner, { bytes, reports, charged })
    const share = Math.ceil(bytes / Math.max(reports.length, 1))
    await Promise.all(
      reports.map((report) =>
        // A last known value is shown for a board that nobody has claimed, and is never a reading.
        isRetained
          ? boards.receive(owner, report, { arrivedAt: now(), isRetained })
          : takeReport(owner, report, { bytes: share, result }),
      ),
    )
    return result
  }

  async function takeReport(
    owner: BoardOwner,
    report: BoardReport,
    { bytes, result }: { bytes: number; result: BoardResult },
  ): Promise<void> {
    const arrivedAt = now()
    const key = `${owner.householdId} ${report.board.family} ${report.board.externalId}`
    const readings = report.readings.map((reading) => timed(reading, { key, arrivedAt }))
    try {
      const whole = { ...report, readings: readings.map(wholeOf) }
      const device = await boards.receive(owner, whole, { arrivedAt, isRetained: false })
      if (!device) result.waiting += readings.length
      else if (readings.length > 0) await ingestInto(ingest, device, readings, { bytes, result })
    } catch (error) {
      // It comes again, and then as a reading of its own: what was not stored can't be added to.
      merging.forget(key)
      throw error
    }
  }

  return {
    ingest: ingestMessage,
    ingestReports: (owner, reports, bytes) => ingestAll(owner, reports, { bytes, isRetained: false }),
    forget: announcements.forget,
  }
}

/** Ingests readings when there is room for those of the device, and adds what became of them to the result. */
async function ingestInto(
  ingest: BoardIngestNeeds['ingest'],
  device: DeviceRef,
  readings: readonly DecodedReading[],
  { bytes, result }: { bytes: number; result: BoardResult },
): Promise<void> {
  while (ingest.isSaturated(device.deviceKey)) await ingest.drained(device.deviceKey)
  const { stored, duplicates, refused } = await ingestInSlices(readings, (slice) =>
    ingest.ingestReadings(device, slice, Math.ceil((bytes * slice.length) / readings.length)),
  )
  result.stored += stored
  result.duplicates += duplicates
  result.refused.push(...refused.map(({ reason }) => reason))
}

/**
 * Returns what gives a reading that has no time, or an impossible one, that of its arrival. It throws a 503 while our clock
 * is behind.
 */
function timingOf(merging: MergeValues, clock: Pick<ClockWatch, 'isBehind'>) {
  return (
    { time, values }: BoardReading,
    { key, arrivedAt }: { readonly key: string; readonly arrivedAt: number },
  ): DecodedReading => {
    const fault = time === undefined ? 'unset' : timeFaultOf(time, arrivedAt)
    if (time !== undefined && fault === undefined) return { time, values }
    if (clock.isBehind()) throw clockBehind()
    const merged = merging.merge(key, arrivedAt, values)
    return { ...merged, values, timeFault: fault === 'ahead' ? TIME_AHEAD : undefined }
  }
}

/** Returns a reading with all that came of it. */
function wholeOf({ time, values, before = [] }: DecodedReading): BoardReading {
  return { ...(time === undefined ? {} : { time }), values: [...before, ...values] }
}

/** Returns what charges a message to its sender, but for what was charged before, and returns that. */
function chargingOf(rateLimits: BoardIngestNeeds['rateLimits']) {
  return (
    owner: BoardOwner,
    { bytes, reports = [], charged = 0 }: { bytes: number; reports?: readonly BoardReport[]; charged?: number },
  ): number => {
    const units = costOfMessage({ readings: countReadings(reports), bytes }) - charged
    rateLimits.charge(owner, units)
    return units
  }
}

function countReadings(reports: readonly BoardReport[]): number {
  return reports.reduce((sum, { readings }) => sum + readings.length, 0)
}

function nothingOf({ isKnown = true } = {}): BoardResult {
  return { isKnown, stored: 0, duplicates: 0, waiting: 0, refused: [] }
}
