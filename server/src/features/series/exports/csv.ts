import { boardMetrics } from '@greenhouse/contract'
import type { TimeSeries } from '@greenhouse/timeseries'
import type { SlotLookup } from '../history/board-records.ts'
import { readingPages } from '../history/reading-pages.ts'

/** Yields every reading of these devices as pieces of CSV (RFC 4180), the units in the first line. */
export async function* readingsAsCsv(
  { timeSeries, slots }: { readonly timeSeries: TimeSeries; readonly slots: SlotLookup },
  devices: ReadonlyArray<{ readonly key: number; readonly deviceId: string; readonly name: string }>,
): AsyncGenerator<string> {
  yield `${['device id', 'device', 'time', ...boardMetrics.map(({ label, unit }) => `${label} (${unit})`)].map(cell).join(',')}\r\n`
  for (const { key, deviceId, name } of devices) {
    const head = `${cell(deviceId)},${cell(name)}`
    const device = { deviceKey: key, slots: await slots.boardSlots(key) }
    for await (const { rows } of readingPages(timeSeries, device)) {
      yield rows
        .map(({ record }) => `${head},${record.time},${boardMetrics.map(({ id }) => record[id] ?? '').join(',')}\r\n`)
        .join('')
    }
  }
}

/** Quotes one cell; a text that a spreadsheet would read as a formula is made plain: names come from people. */
export function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
