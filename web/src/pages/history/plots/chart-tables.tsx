import { ChartTable } from '../../../ui/chart/chart-table.tsx'
import { seriesWithin } from '../../../ui/chart/chart-scale.ts'
import type { ChartLane, ChartRange } from '../../../ui/chart/chart-types.ts'
import { EventTable } from '../../../ui/chart/event-table.tsx'
import type { Plot } from './plot.ts'

interface ChartTablesProps {
  plots: readonly Plot[]
  lanes: readonly ChartLane[]
  range: ChartRange
}

export function ChartTables({ plots, lanes, range }: ChartTablesProps) {
  return (
    <>
      {plots.flatMap(({ title, content, lines }) =>
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
      )}
      {lanes.length > 0 && <EventTable lanes={lanes} range={range} />}
    </>
  )
}
