import { setImmediate as breathe } from 'node:timers/promises'
import type { Boards } from '../features/boards/boards.ts'
import type { BoardOwner } from '../features/boards/board-owner.ts'
import type { BoardMessage, BoardReading, BoardReport, Decoder } from '../features/boards/board-report.ts'
import { decoders as allDecoders } from '../features/boards/decoders/decoders.ts'
import { TIME_AHEAD, timeFaultOf, type DecodedReading } from '../features/readings/decode-readings.ts'
import { clockBehind, type ClockWatch } from '../platform/clock/clock-watch.ts'
import type { Context } from '../platform/context.ts'
import type { DeviceRef } from '../platform/device-ref.ts'
import type { AnnouncedFacts } from './announced.ts'
import { openAnnouncements } from './announcements.ts'
import { BoardDecoding } from './board-decoding.ts'
import type { BoardIntake, BoardResult } from './board-intake-types.ts'
import type { Ingest } from './ingest-types.ts'
import { ingestInSlices } from './ingest-slices.ts'
import { costOfMessage } from './message-cost.ts'
import type { MessageShares } from './message-shares.ts'
import { MergeValues } from './merge-values.ts'

interface BoardIntakeNeeds {
  readonly ingest: Pick<Ingest, 'ingestReadings' | 'isSaturated' | 'drained'>
  readonly boards: Pick<Boards, 'take'>
  readonly clock: Pick<ClockWatch, 'isBehind'>
  readonly announced: AnnouncedFacts
  readonly shares: Pick<MessageShares, 'charge'>
  /** In the order in which they are tried. */
  readonly decoders?: readonly Decoder[]
}

/** After a message of more bytes was decoded other work has a turn. */
const BYTES_AT_ONCE = 64 * 1024

/** The way of a message of a board: decode, remember what it announces, merge, find its device, ingest. */
export function openBoardIntake(
  { bus, db, log, now }: Pick<Context, 'bus' | 'db' | 'log' | 'now'>,
  { announced, ingest, boards, clock, shares, decoders = allDecoders }: BoardIntakeNeeds,
): BoardIntake {
  const announcements = openAnnouncements({ bus, db, log, now }, announced)
  const decoding = new BoardDecoding(log, announcements, decoders)
  const merging = new MergeValues()
  const timed = timingOf(merging, clock)

  async function take(owner: BoardOwner, message: BoardMessage): Promise<BoardResult> {
    const bytes = message.payload.length
    const known = costOfMessage({ readings: 0, bytes })
    // Before the first wait, so that its sender is held at once.
    shares.charge(owner, known)
    const decoded = await decoding.decode(owner, message)
    if (!decoded) return nothingOf({ isKnown: false })
    const { reports, storeAnnounced } = decoded
    shares.charge(owner, costOfMessage({ readings: countReadings(reports), bytes }) - known)
    const result = await takeAll(owner, reports, { bytes, isRetained: message.isRetained })
    await storeAnnounced()
    return result
  }

  async function takeAll(
    owner: BoardOwner,
    reports: readonly BoardReport[],
    { bytes, isRetained }: { bytes: number; isRetained: boolean },
  ): Promise<BoardResult> {
    const result = nothingOf()
    if (bytes > BYTES_AT_ONCE) await breathe()
    const share = Math.ceil(bytes / Math.max(reports.length, 1))
    await Promise.all(
      reports.map((report) =>
        // A last known value is shown for a board that nobody has claimed, and is never a reading.
        isRetained
          ? boards.take(owner, report, { arrivedAt: now(), isRetained })
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
    const key = `${owner.userId} ${report.board.family} ${report.board.externalId}`
    const readings = report.readings.map((reading) => timed(reading, { key, arrivedAt }))
    try {
      const device = await boards.take(
        owner,
        { ...report, readings: readings.map(wholeOf) },
        { arrivedAt, isRetained: false },
      )
      if (!device) result.waiting += readings.length
      else if (readings.length > 0) await ingestInto(ingest, device, readings, { bytes, result })
    } catch (error) {
      // It comes again, and then as a reading of its own: what was not stored can't be added to.
      merging.forget(key)
      throw error
    }
  }

  return {
    take,
    takeReports(owner, reports, bytes) {
      shares.charge(owner, costOfMessage({ readings: countReadings(reports), bytes }))
      return takeAll(owner, reports, { bytes, isRetained: false })
    },
    forget: announcements.forget,
  }
}

/** Ingests readings when there is room for those of the device, and adds what became of them to the result. */
async function ingestInto(
  ingest: BoardIntakeNeeds['ingest'],
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

function countReadings(reports: readonly BoardReport[]): number {
  return reports.reduce((sum, { readings }) => sum + readings.length, 0)
}

function nothingOf({ isKnown = true } = {}): BoardResult {
  return { isKnown, stored: 0, duplicates: 0, waiting: 0, refused: [] }
}
