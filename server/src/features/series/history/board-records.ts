import {
  boardMetrics,
  toTimestamp,
  type BoardMetricId,
  type BoardValues,
  type SensorRecord,
} from '@greenhouse/contract'
import type { Column } from '@greenhouse/timeseries'

/** The slots of a device that hold the four metrics of `boardMetrics`; those it has never sent are left out. */
export type BoardSlots = Readonly<Partial<Record<BoardMetricId, number>>>

export interface SlotLookup {
  boardSlots(deviceKey: number): BoardSlots | Promise<BoardSlots>
}

export interface BoardRecord {
  readonly at: number
  readonly record: SensorRecord
}

export function slotNumbers(slots: BoardSlots): number[] {
  return Object.values(slots)
}

export function recordsOf(columns: readonly Column[], slots: BoardSlots): BoardRecord[] {
  const cursors = boardMetrics.flatMap(({ id }) => {
    const column = columns.find(({ slot }) => slot === slots[id])
    return column ? [{ id, column, next: 0 }] : []
  })
  const records: BoardRecord[] = []
  while (true) {
    let at = Infinity
    for (const { column, next } of cursors) at = Math.min(at, column.at[next] ?? Infinity)
    if (at === Infinity) return records
    const values = noValues()
    for (const cursor of cursors) {
      if (cursor.column.at[cursor.next] !== at) continue
      values[cursor.id] = cursor.column.values[cursor.next] ?? null
      cursor.next++
    }
    records.push({ at, record: { ...values, time: toTimestamp(at) } })
  }
}

export function noValues(): BoardValues {
  return { temperature: null, humidity: null, airPressure: null, airQuality: null }
}
