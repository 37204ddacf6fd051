import type { ReactNode } from 'react'
import type { HistoryView } from '../view/history-view.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { ChartLanes } from '../../../ui/chart/chart-lanes.tsx'
import { LineChart, shapeOf, type LineChartProps } from '../../../ui/chart/line-chart.tsx'
import { GHOST_ID } from './plots.ts'
import type { Plot, PlotLine } from './plot.ts'
import { SeriesChips } from './series-chips.tsx'
import type { DrawnPlots } from './use-plots.ts'
import { commonGaps, limitsInSight } from '../../../ui/chart/chart-scale.ts'
import { eventsWithin } from '../../../ui/chart/near-events.ts'
import type { ChartContent, ChartLane } from '../../../ui/chart/chart-types.ts'

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

function ChartLegend({ content, lanes }: { content: ChartContent; lanes: readonly ChartLane[] }) {
  const { lines, range, nights } = content
  const [first] = lines
  const colour = first?.colour ?? 'ink'
  const gaps = commonGaps(lines).filter(({ from, to }) => from < range.to && to > range.from)
  return (
    <ul className="flex min-h-5 flex-wrap gap-x-6 gap-y-1 text-sm text-ink-soft">
      {lines.length === 1 && (
        <Entry sign={<span className="h-0.5 w-4.5 bg-current" style={{ color: `var(--${colour})` }} />}>average</Entry>
      )}
      {first?.hasBand === true && (
        <Entry sign={<span className="h-3 w-4.5 bg-current opacity-25" style={{ color: `var(--${colour})` }} />}>
          min to max
        </Entry>
      )}
      {nights.length > 0 && (
        <Entry sign={<span className="h-3 w-4.5 border border-line" style={{ background: 'var(--night)' }} />}>
          sunset to sunrise
        </Entry>
      )}
      {gaps.length > 0 && <Entry sign={<Hatch />}>no data</Entry>}
      {limitsInSight(content).length > 0 && (
        <Entry sign={<span className="w-4.5 border-t-2 border-dashed border-danger" />}>limit of an alert</Entry>
      )}
      {lanes
        .filter(({ events }) => eventsWithin(events, range).length > 0)
        .map(({ name, colour: ofLane }) => (
          <Entry
            key={name}
            sign={<span className="size-2.5 rounded-pill" style={{ background: `var(--${ofLane})` }} />}
          >
            {name.toLowerCase()}
          </Entry>
        ))}
    </ul>
  )
}

function Hatch() {
  return (
    <svg aria-hidden viewBox="0 0 18 12" className="h-3 w-4.5 stroke-ink-soft">
      <path d="M0 8 8 0M2 12 14 0M10 12 18 4" />
    </svg>
  )
}

function Entry({ sign, children }: { sign: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      {sign}
      {children}
    </li>
  )
}
