import type { BoardFamily, BoardReading, BoardReport } from './board-report.ts'
import type { Sighting } from './sighting-store.ts'

/** Values of a board that are kept until it is listed; whole readings, the newest ones. */
const VALUES_MAX = 128
/** Families whose gateways pass on all radio around them, boards of neighbours as well. */
const OVERHEARD: ReadonlySet<BoardFamily> = new Set<BoardFamily>(['theengs', 'rtl433'])

/** Returns whether a report is of use for a board that nobody knows: a last known value shows no board that is there. */
export function isOfUse({ report, isRetained }: Sighting): boolean {
  const { announces = [], readings, notes = [] } = report
  return announces.length > 0 || (!isRetained && readings.length + notes.length > 0)
}

/** Returns whether a board is listed with its first message: somebody has set it up to send here, or it announces itself. */
export function isListedAtOnce({ board, announces = [] }: BoardReport): boolean {
  return announces.length > 0 || !OVERHEARD.has(board.family)
}

/** Returns whether two reports are of one radio message, whose values a gateway sends on several topics. */
export function isOneMessage(before: Sighting, { report }: Sighting): boolean {
  const last = before.report.readings.at(-1)?.time
  return last !== undefined && last === report.readings[0]?.time
}

/** Returns a sighting with what came after it. */
export function merged(before: Sighting, { report, arrivedAt }: Sighting): Sighting {
  const { board, readings, notes = before.report.notes ?? [] } = report
  const times = new Set(readings.map(({ time }) => time))
  const earlier = before.report.readings.filter(({ time }) => !times.has(time))
  return {
    arrivedAt,
    isRetained: false,
    report: { board: { ...before.report.board, ...board }, readings: newest([...earlier, ...readings]), notes },
  }
}

function newest(readings: readonly BoardReading[]): readonly BoardReading[] {
  let count = 0
  return readings
    .toReversed()
    .filter(({ values }) => (count += values.length) <= VALUES_MAX)
    .toReversed()
}
