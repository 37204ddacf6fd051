import { metrics } from '@greenhouse/contract'
import type { Db } from '../../platform/db/schema.ts'
import { listReadings } from './reading-store.ts'

/** Readings fetched at once. */
const PAGE = 2000

/** Every reading of these devices as pieces of CSV (RFC 4180), the units in the first line. One page is in memory. */
export async function* readingsAsCsv(
  db: Db,
  devices: ReadonlyArray<{ readonly key: number; readonly deviceId: string; readonly name: string }>,
): AsyncGenerator<string> {
  yield `${['device id', 'device', 'time', ...metrics.map(({ label, unit }) => `${label} (${unit})`)].map(cell).join(',')}\r\n`
  for (const { key, deviceId, name } of devices) {
    let after = Number.MIN_SAFE_INTEGER
    while (true) {
      const page = await listReadings(db, key, { after, to: Number.MAX_SAFE_INTEGER, limit: PAGE })
      if (page.length === 0) break
      after = page.at(-1)?.at ?? after
      const head = `${cell(deviceId)},${cell(name)}`
      yield page
        .map(({ record }) => `${head},${record.time},${metrics.map(({ id }) => record[id] ?? '').join(',')}\r\n`)
        .join('')
      if (page.length < PAGE) break
    }
  }
}

/** One cell. What a spreadsheet would take for a formula is made plain text: names come from people. */
export function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
