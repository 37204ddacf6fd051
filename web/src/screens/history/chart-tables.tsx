import { ChartTable } from '../../ui/chart/chart-table.tsx'
import { seriesWithin } from '../../ui/chart/chart-scale.ts'
import type { ChartRange } from '../../ui/chart/chart-types.ts'
import type { Plot } from './plots.ts'

/** The table of every line that is drawn, the period before as well. */
export function ChartTables({ plots, range }: { plots: readonly Plot[]; range: ChartRange }) {
  return plots.flatMap(({ title, content, lines }) =>
    lines
      .filter(({ isHidden }) => !isHidden)
      .map(({ id, name, series }) => (
        <ChartTable
          key={id}
          label={`${title} of ${name}`}
          isTitled={lines.length > 1}
          unit={content.unit}
          series={seriesWithin(series, range)}
          formatValue={content.formatValue}
        />
      )),
  )
}
