import type { Device } from '@greenhouse/contract'
import { lazy, Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { shownRange, type HistoryView } from './view/history-view.ts'
import { hasLater, movedRange, zoomRange } from './range/move-range.ts'
import type { DrawnRef } from './save/chart-menu.tsx'
import { inMs } from '../../shared/history/time-range.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { browserTimeZone } from '../../lib/time-zone.ts'
import { useHousehold } from '../../shared/household/household-queries.ts'
import { seriesWithin } from '../../ui/chart/chart-scale.ts'
import { PLOT_HEIGHTS } from './plots/plot-heights.ts'
import { AddSeries } from './series/add-series.tsx'
import { DrawnPlot } from './plots/drawn-plot.tsx'
import type { LoadedHistory } from './readings/use-history.ts'
import type { HistoryNotes } from './notes/use-history-notes.ts'
import { usePlots, type DrawnPlots } from './plots/use-plots.ts'
import { Button } from '../../ui/button.tsx'

const ChartTables = lazy(async () => ({ default: (await import('./plots/chart-tables.tsx')).ChartTables }))
const NoReadings = lazy(async () => ({ default: (await import('./no-readings.tsx')).NoReadings }))
const Summary = lazy(async () => ({ default: (await import('./summary/summary.tsx')).Summary }))

export interface DrawnHistoryProps {
  devices: readonly Device[]
  device: Device
  loaded: LoadedHistory
  notes: HistoryNotes
  view: HistoryView
  celsius: boolean
  now: number
  show: (change: Partial<HistoryView>) => void
  asTable: boolean
  /** Is given what is drawn, for the menu. */
  drawn: DrawnRef
  /** Called whenever there begins or ceases to be something drawn. */
  onDrawn: (isDrawn: boolean) => void
  /** Called with the time of the first reading on the first day of a device. */
  onFirst: (time: number) => void
}

export function DrawnHistory(props: DrawnHistoryProps) {
  const { device, loaded, notes, view, celsius, now, show, asTable } = props
  const { series } = loaded
  const zone = useHousehold()?.timeZone ?? browserTimeZone()
  const [pointed, setPointed] = useState<{ plot: number; time: number }>()
  const [place, width] = useWidth()
  const drawn = usePlots({ ...props, width })
  const { plots, lanes, range } = drawn
  const isEmpty = plots.every(({ lines }) => lines.every((line) => seriesWithin(line.series, range).runs.length === 0))
  const hasNothing = isEmpty && series.shown.length <= 1
  useDrawnRef(props.drawn, hasNothing ? undefined : drawn, place)
  useTellDrawn(!hasNothing, props.onDrawn)
  const first = view.since === undefined || hasNothing ? undefined : range.from
  useTell(first, props.onFirst)

  if (hasNothing) return <NothingDrawn {...{ device, loaded, view, now, show }} />

  function zoom(from: number, to: number) {
    const whole = inMs(shownRange({ ...view, zoom: undefined }, now))
    const isWhole = from <= whole.from && to >= whole.to
    show({ zoom: isWhole ? undefined : zoomRange(from, to) })
  }
  const back = () => view.zoom && show({ zoom: undefined })
  const move = (by: -1 | 1) => (by < 0 || hasLater(view, now)) && show(movedRange(view, by, now))
  const add = (id: string) => show({ added: [...view.added, id], compared: id })
  return (
    <div ref={place} className="grid grid-cols-1">
      <div className="grid grid-cols-1 rounded-b-card border border-t-0 border-line bg-surface shadow-panel">
        {plots.map((plot, index) => (
          <DrawnPlot
            key={plot.lines[0]?.id ?? index}
            drawn={drawn}
            plot={plot}
            className={heightOf(index, plots.length)}
            view={view}
            show={show}
            pointed={pointed && { time: pointed.time, isHere: pointed.plot === index }}
            onPoint={(time) => setPointed(time === undefined ? undefined : { plot: index, time })}
            onZoom={zoom}
            onReset={back}
            onMove={move}
          >
            {index === 0 && <AddSeries all={series.all} shown={series.shown} onAdd={add} />}
            {index === 0 && <ZoomHint isZoomed={view.zoom !== undefined} onBack={back} />}
          </DrawnPlot>
        ))}
        {first !== undefined && <FirstDay ms={Math.max(now - first, 0)} />}
        <Suspense>
          {asTable && (
            <div className="grid gap-3 px-3 pb-4 sm:px-6">
              <ChartTables plots={plots} lanes={lanes} range={range} />
            </div>
          )}
        </Suspense>
      </div>
      <Suspense fallback={<div className="min-h-40" />}>
        <Summary {...{ plots, range, zone, celsius, limits: notes.limits }} isWide={width >= TABLE_PX} />
      </Suspense>
    </div>
  )
}

function FirstDay({ ms }: { ms: number }) {
  return (
    <p className="px-3 pb-4 text-sm text-ink-soft sm:px-6">
      {formatDuration(ms)} so far. The plot opens on the time since the first reading until there are 24 hours.
    </p>
  )
}

/** From this width the summary is a table. */
const TABLE_PX = 640

function heightOf(index: number, count: number): string {
  if (count === 1) return PLOT_HEIGHTS.alone
  return PLOT_HEIGHTS[index === 0 ? 'first' : 'others']
}

function useTell(first: number | undefined, onFirst: (time: number) => void): void {
  const tell = useEffectEvent(onFirst)
  useEffect(() => {
    if (first !== undefined) tell(first)
  }, [first])
}

/** Keeps what is drawn where the menu finds it. */
function useDrawnRef(ref: DrawnRef, drawn: DrawnPlots | undefined, place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    ref.current = drawn && { drawn, place: place.current }
    return () => {
      ref.current = undefined
    }
  }, [ref, drawn, place])
}

function useTellDrawn(isDrawn: boolean, onDrawn: (isDrawn: boolean) => void): void {
  useEffect(() => {
    onDrawn(isDrawn)
    return () => onDrawn(false)
  }, [isDrawn, onDrawn])
}

type NothingProps = Pick<DrawnHistoryProps, 'device' | 'loaded' | 'view' | 'now' | 'show'>

function NothingDrawn({ device, loaded, view, now, show }: NothingProps) {
  const { all, shown } = loaded.series
  const others = all.filter((one) => one.deviceId === device.deviceId && !shown.includes(one))
  return (
    <Suspense fallback={<div className="min-h-80" />}>
      <NoReadings device={device} view={view} now={now} show={show} others={others} range={loaded.ranges.shown} />
    </Suspense>
  )
}

const WIDE_PX = 640

function useWidth() {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return undefined
    // Without the padding beside each plot.
    const measure = () => setWidth(element.clientWidth - 2 * (window.innerWidth >= WIDE_PX ? 24 : 12))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [place, width] as const
}

function ZoomHint({ isZoomed, onBack }: { isZoomed: boolean; onBack: () => void }) {
  return (
    <span className="ms-auto flex items-center gap-2 text-xs text-ink-soft print:hidden">
      <span className="max-lg:hidden">
        {isZoomed ? 'Double-click or press Esc to go back' : 'Drag to zoom, double-click to reset'}
      </span>
      {isZoomed && (
        <Button dense onClick={onBack}>
          Reset zoom
        </Button>
      )}
    </span>
  )
}
