import { download } from '../../../lib/download.ts'
import { isWithin } from '../../../ui/chart/chart-scale.ts'
import type { ChartRange } from '../../../ui/chart/chart-types.ts'
import type { Plot } from '../plots/plot.ts'

const COLUMNS = ['time', 'device', 'series', 'unit', 'mean', 'lowest', 'highest']

/** Saves visible lines in the visible range and the displayed unit. */
export function saveCsv(plots: readonly Plot[], range: ChartRange): void {
  download('history.csv', csvOf(plots, range), 'text/csv')
}

/** Returns one row for each point, ordered by series and time; times in UTC. */
export function csvOf(plots: readonly Plot[], range: ChartRange): string {
  const rows = plots.flatMap(({ content, lines }) =>
    lines
      .filter(({ isHidden }) => !isHidden)
      .flatMap(({ of, isGhost, name, series }) =>
        series.runs
          .flat()
          .filter(({ time }) => isWithin(time, range))
          .map(({ time, average, min, max }) => [
            new Date(time).toISOString(),
            of.deviceName,
            isGhost ? name : of.label,
            content.unit,
            ...[average, min, max].map((value) => String(Number(value.toFixed(6)))),
          ]),
      ),
  )
  return [COLUMNS, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/** Prefixes formulas with an apostrophe, except numbers. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
