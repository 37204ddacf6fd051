import { toTimestamp } from '@greenhouse/contract'
import type { TimeSeries, Column } from '@greenhouse/timeseries'
import type { Described } from '../list-series.ts'
import { cell } from './csv.ts'
import type { Range } from '../history/reading-pages.ts'

const COLUMNS = 'time,device,metric,channel,label,value,unit\r\n'
/** Lines of one piece: about 100 KB. */
const PIECE_LINES = 1000

/** Text before and after each value of a series in its line. */
interface LineText {
  readonly before: string
  readonly behind: string
}

/** Yields the values as CSV (RFC 4180), device by device, oldest first. Holds the values of one chunk in memory. */
export async function* valuesAsCsv(
  timeSeries: Pick<TimeSeries, 'raw'>,
  { series, names }: { readonly series: readonly Described[]; readonly names: ReadonlyMap<number, string> },
  { from, to }: Range,
): AsyncGenerator<string> {
  yield COLUMNS
  for (const [deviceKey, own] of Map.groupBy(series, (one) => one.deviceKey)) {
    const texts = new Map(own.map((one) => [one.slot, lineText(names.get(deviceKey) ?? '', one)]))
    const range = { from: Math.max(from, 0), to: to + 1 }
    for await (const columns of timeSeries.raw(deviceKey, [...texts.keys()], range)) yield* pieces(columns, texts)
  }
}

function lineText(device: string, { series: { metric, channel, label, unit } }: Described): LineText {
  return { before: [device, metric, channel, label].map(cell).join(','), behind: cell(unit) }
}

function* pieces(columns: readonly Column[], texts: ReadonlyMap<number, LineText>): Generator<string> {
  const cursors = columns.map((column) => ({ column, next: 0, text: texts.get(column.slot) }))
  let lines: string[] = []
  while (true) {
    let at = Infinity
    for (const { column, next } of cursors) at = Math.min(at, column.at[next] ?? Infinity)
    if (at === Infinity) break
    const time = toTimestamp(at)
    for (const cursor of cursors) {
      const { column, next, text } = cursor
      if (column.at[next] !== at) continue
      cursor.next++
      if (text) lines.push(`${time},${text.before},${column.values[next]},${text.behind}\r\n`)
    }
    if (lines.length < PIECE_LINES) continue
    yield lines.join('')
    lines = []
  }
  if (lines.length > 0) yield lines.join('')
}
