import { OVERHEARD_FAMILIES } from '@greenhouse/contract'
import type { BoardReading, BoardReport } from './board-report.ts'
import type { Sighting } from './sighting-store.ts'

/** Values kept of an unlisted board; whole readings, newest first. */
const VALUES_MAX = 128

/** Retained values don't show that an unknown board is online. */
export function isOfUse({ report, isRetained }: Sighting): boolean {
  const { announces = [], readings, notes = [] } = report
  return announces.length > 0 || (!isRetained && readings.length + notes.length > 0)
}

/** Returns whether a board is listed with its first message: it was set up to send here, or announces itself. */
export function isListedAtOnce({ board, announces = [] }: BoardReport): boolean {
  return announces.length > 0 || !OVERHEARD_FAMILIES.includes(board.family)
}

/** Returns whether two reports are of one radio message, whose values a gateway sends on several topics. */
export function isOneMessage(before: Sighting, { report }: Sighting): boolean {
  const last = before.report.readings.at(-1)?.time
  return last !== undefined && last === report.readings[0]?.time
}

export function merged(before: Sighting | undefined, { report, arrivedAt }: Sighting): Sighting {
  const earlier = before?.report
  const { board, readings, notes = earlier?.notes ?? [] } = report
  const times = new Set(readings.map(({ time }) => time))
  const others = earlier?.readings.filter(({ time }) => !times.has(time)) ?? []
  return {
    arrivedAt,
    isRetained: false,
    report: { board: { ...earlier?.board, ...board }, readings: newest([...others, ...readings]), notes },
  }
}

function newest(readings: readonly BoardReading[]): readonly BoardReading[] {
  let count = 0
  const sorted = readings.toSorted((one, other) => (other.time ?? Infinity) - (one.time ?? Infinity))
  return sorted.filter(({ values }) => (count += values.length) <= VALUES_MAX).toReversed()
}
