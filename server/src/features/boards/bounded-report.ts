import { CHANNEL_MAX, SERIES_PER_DEVICE_MAX, SERIES_UNIT_MAX } from '@greenhouse/contract'
import type { BoardIdentity, BoardReport, BoardValue } from './board-report.ts'

const EXTERNAL_ID_MAX = 200
const TEXT_MAX = 100
const NOTE_MAX = 300
const NOTES_MAX = 5

/** Returns a report whose texts are short single lines that a database can store, and whose numbers are finite. */
export function boundedReport({ board, readings, notes, ...rest }: BoardReport): BoardReport {
  return {
    ...rest,
    board: boundedIdentity(board),
    readings: readings.flatMap(({ values, ...reading }) => {
      const kept = values.filter(({ value }) => Number.isFinite(value)).slice(0, SERIES_PER_DEVICE_MAX)
      return kept.length === 0 ? [] : [{ ...reading, values: kept.map(boundedValue) }]
    }),
    ...(notes ? { notes: notes.slice(0, NOTES_MAX).map((note) => line(note, NOTE_MAX)) } : {}),
  }
}

function boundedIdentity({ family, externalId, name, model, firmware }: BoardIdentity): BoardIdentity {
  return {
    family,
    externalId: line(externalId, EXTERNAL_ID_MAX),
    ...(name === undefined ? {} : { name: line(name, TEXT_MAX) }),
    ...(model === undefined ? {} : { model: line(model, TEXT_MAX) }),
    ...(firmware === undefined ? {} : { firmware: line(firmware, TEXT_MAX) }),
  }
}

function boundedValue({ metric, channel, value, unit }: BoardValue): BoardValue {
  return {
    metric,
    channel: line(channel, CHANNEL_MAX),
    value,
    ...(unit === undefined ? {} : { unit: line(unit, SERIES_UNIT_MAX) }),
  }
}

function line(text: string, max: number): string {
  return text
    .slice(0, max)
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .trim()
}
