import type { ReactNode } from 'react'
import type { HistoryView } from '../view/history-view.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { ChartLanes } from '../../../ui/chart/chart-lanes.tsx'
import { LineChart, shapeOf, type LineChartProps } from '../../../ui/chart/line-chart.tsx'
import { GHOST_ID } from './plots.ts'
import type { Plot, PlotLine } from './plot.ts'
import { SeriesChips } from './series-chips.tsx'
import type { DrawnPlots } from './use-plots.ts'
import { seriesWithin } from '../../../ui/chart/chart-scale.ts'
import { MetricIcon } from '../../../shared/metric/metric-icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { classes } from '../../../lib/classes.ts'
import { formatDay, withUnit } from '../../../lib/format.ts'
import { X } from 'lucide-react'

interface DrawnPlotProps extends Pick<
  LineChartProps,
  'pointed' | 'onPoint' | 'onZoom' | 'onReset' | 'onMove' | 'className'
> {
  drawn: DrawnPlots
  plot: Plot
  view: HistoryView
  show: (change: Partial<HistoryView>) => void
  /** Follows the chips. */
  children: ReactNode
}

export function DrawnPlot(props: DrawnPlotProps) {
  const { drawn, plot, view, show, pointed, children } = props
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
  const close = () => show({ added: view.added.filter((id) => !plot.lines.some((line) => line.id === id)) })
  const isFirst = plot === drawn.plots[0]
  return (
    <div className={classes('grid grid-cols-1 pb-4', !isFirst && 'border-t border-line')}>
      {!isFirst && (
        <div className="flex min-h-14 items-center justify-between px-3 sm:px-6">
          <h2 className="flex items-center gap-2 font-sans text-md">
            {plot.lines[0] && <MetricIcon metric={plot.lines[0].of.metric.id} />}
            {plot.title}
          </h2>
          <IconButton label={`Remove ${plot.title}`} onClick={close} className="print:hidden">
            <X aria-hidden className="size-5" />
          </IconButton>
        </div>
      )}
      <div className={classes('px-3 sm:px-6', isFirst && 'sm:pt-2.25')}>
        {/* Remounted for another format: ticks are painted, not rendered. */}
        <LineChart
          key={`${locale} ${twelveHours} ${shapeOf(plot.content)}`}
          label={labelOf(plot)}
          content={plot.content}
          pointed={pointed}
          onPoint={props.onPoint}
          onZoom={props.onZoom}
          onReset={props.onReset}
          onMove={props.onMove}
          className={props.className}
        />
        <ChartLanes lanes={lanes} range={drawn.range} width={drawn.width} gutter={drawn.gutter} />
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <SeriesChips plot={plot} time={pointed?.time} onToggle={toggle} onShowOnly={showOnly} onRemove={removalOf} />
          {children}
        </div>
      </div>
    </div>
  )
}

/** Returns `Temperature, 9 Jun to 16 Jun, 3 series, highest 35,2 °C at North end`. */
function labelOf({ title, lines, content }: Plot): string {
  const { range, unit, formatValue } = content
  const drawn = lines.filter(({ isHidden, isGhost }) => !isHidden && !isGhost)
  let highest: { at: string; value: number } | undefined
  for (const { of, series } of drawn)
    for (const { max } of seriesWithin(series, range).runs.flat())
      if (!highest || max > highest.value) highest = { at: of.deviceName, value: max }
  return [
    title,
    `${formatDay(range.from)} to ${formatDay(range.to)}`,
    drawn.length === 1 ? '1 series' : `${drawn.length} series`,
    ...(highest ? [`highest ${withUnit(formatValue(highest.value), unit)} at ${highest.at}`] : []),
  ].join(', ')
}
