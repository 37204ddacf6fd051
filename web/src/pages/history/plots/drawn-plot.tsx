import type { ReactNode } from 'react'
import type { HistoryView } from '../view/history-view.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { ChartLanes } from '../../../ui/chart/chart-lanes.tsx'
import { ChartLegend } from './chart-legend.tsx'
import { LineChart, shapeOf, type LineChartProps } from '../../../ui/chart/line-chart.tsx'
import { GHOST_ID } from './plots.ts'
import type { Plot, PlotLine } from './plot.ts'
import { SeriesChips } from './series-chips.tsx'
import type { DrawnPlots } from './use-plots.ts'

interface DrawnPlotProps extends Pick<LineChartProps, 'pointed' | 'onPoint' | 'onZoom' | 'onReset'> {
  drawn: DrawnPlots
  plot: Plot
  view: HistoryView
  show: (change: Partial<HistoryView>) => void
  /** Follows the chips. */
  children: ReactNode
}

export function DrawnPlot(props: DrawnPlotProps) {
  const { drawn, plot, view, show, pointed, children } = props
  const isTitled = drawn.plots.length > 1
  // The lanes of all plots are below the first.
  const lanes = plot === drawn.plots[0] ? drawn.lanes : []
  const { locale, twelveHours } = useFormat()
  // The previous period is that of the series shown last.
  const touched = (id: string) => (id === GHOST_ID ? {} : { compared: id })
  const toggle = (id: string) =>
    view.hidden.includes(id)
      ? show({ hidden: view.hidden.filter((one) => one !== id), ...touched(id) })
      : show({ hidden: [...view.hidden, id] })
  const showOnly = (id: string) =>
    show({ hidden: plot.lines.filter((line) => line.id !== id).map((line) => line.id), ...touched(id) })
  const removalOf = ({ id, isGhost }: PlotLine) => {
    if (isGhost) return () => show({ compare: false })
    return view.added.includes(id) ? () => show({ added: view.added.filter((one) => one !== id) }) : undefined
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      {isTitled && <h2 className="text-lg">{plot.title}</h2>}
      <div className="flex flex-wrap items-center gap-2">
        {(plot.lines.length > 1 || isTitled) && (
          <SeriesChips plot={plot} time={pointed?.time} onToggle={toggle} onShowOnly={showOnly} onRemove={removalOf} />
        )}
        {children}
      </div>
      {/* Remounted for another format: ticks are painted, not rendered. */}
      <LineChart
        key={`${locale} ${twelveHours} ${shapeOf(plot.content)}`}
        label={labelOf(plot)}
        content={plot.content}
        pointed={pointed}
        onPoint={props.onPoint}
        onZoom={props.onZoom}
        onReset={props.onReset}
        className={isTitled ? 'h-56 sm:h-64' : undefined}
      />
      <ChartLanes lanes={lanes} range={drawn.range} width={drawn.width} gutter={drawn.gutter} />
      <ChartLegend content={plot.content} lanes={lanes} />
    </div>
  )
}

function labelOf({ title, lines }: Plot): string {
  const devices = [...new Set(lines.map(({ of }) => of.deviceName))]
  return `${title} of ${devices.join(', ')}`
}
