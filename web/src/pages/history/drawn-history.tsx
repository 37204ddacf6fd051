import { MINUTE_MS, type Device } from '@greenhouse/contract'
import { lazy, Suspense, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { HistoryView } from './view/history-view.ts'
import { seriesWithin } from '../../ui/chart/chart-scale.ts'
import type { ChartRange } from '../../ui/chart/chart-types.ts'
import { AddSeries } from './series/add-series.tsx'
import { DrawnPlot } from './plots/drawn-plot.tsx'
import type { LoadedHistory } from './readings/use-history.ts'
import type { HistoryNotes } from './notes/use-history-notes.ts'
import { usePlots, type DrawnPlots } from './plots/use-plots.ts'
import { Button } from '../../ui/button.tsx'

const ChartTables = lazy(async () => ({ default: (await import('./plots/chart-tables.tsx')).ChartTables }))
const NoReadings = lazy(async () => ({ default: (await import('./no-readings.tsx')).NoReadings }))
const Summary = lazy(async () => ({ default: (await import('./summary/summary.tsx')).Summary }))

const ZOOM_MIN_MS = MINUTE_MS

interface DrawnHistoryProps {
  devices: readonly Device[]
  device: Device
  loaded: LoadedHistory
  notes: HistoryNotes
  view: HistoryView
  celsius: boolean
  now: number
  show: (change: Partial<HistoryView>) => void
}

export function DrawnHistory(props: DrawnHistoryProps) {
  const { device, loaded, notes, view, show } = props
  const { series } = loaded
  const [asTable, setAsTable] = useState(false)
  const [pointed, setPointed] = useState<{ plot: number; time: number }>()
  const [place, width] = useWidth()
  const drawn = usePlots({ ...props, width })
  const { plots, lanes, range } = drawn

  const isEmpty = plots.every(({ lines }) => lines.every((line) => seriesWithin(line.series, range).runs.length === 0))
  if (isEmpty && series.shown.length <= 1)
    return <NothingDrawn device={device} loaded={loaded} view={view} show={show} />

  const zoom = (zoomFrom: number, zoomTo: number) => show({ zoom: zoomRange(zoomFrom, zoomTo) })
  const back = () => view.zoom && show({ zoom: undefined })
  const add = (id: string) => show({ added: [...view.added, id], compared: id })
  return (
    <div ref={place} className="grid grid-cols-1 gap-3 pt-4">
      <ChartTools
        drawn={drawn}
        place={place}
        view={view}
        show={show}
        onZoomIn={() => zoom(...middleHalf(range))}
        asTable={asTable}
        onTable={() => setAsTable(!asTable)}
      />
      {plots.map((plot, index) => (
        <DrawnPlot
          key={plot.lines[0]?.id ?? index}
          drawn={drawn}
          plot={plot}
          view={view}
          show={show}
          pointed={pointed && { time: pointed.time, isHere: pointed.plot === index }}
          onPoint={(time) => setPointed(time === undefined ? undefined : { plot: index, time })}
          onZoom={zoom}
          onReset={back}
        >
          {index === 0 && <AddSeries all={series.all} shown={series.shown} onAdd={add} />}
        </DrawnPlot>
      ))}
      <Suspense>{asTable && <ChartTables plots={plots} lanes={lanes} range={range} />}</Suspense>
      <Suspense fallback={<div className="min-h-40" />}>
        <Summary plots={plots} range={range} limits={notes.limits} celsius={props.celsius} />
      </Suspense>
    </div>
  )
}

function NothingDrawn({ device, loaded, view, show }: Pick<DrawnHistoryProps, 'device' | 'loaded' | 'view' | 'show'>) {
  const { all, shown } = loaded.series
  const others = all.filter((one) => one.deviceId === device.deviceId && !shown.includes(one))
  return (
    <Suspense fallback={<div className="min-h-80" />}>
      <NoReadings device={device} view={view} show={show} others={others} range={loaded.ranges.shown} />
    </Suspense>
  )
}

function middleHalf({ from, to }: ChartRange): [from: number, to: number] {
  const quarter = (to - from) / 4
  return [from + quarter, to - quarter]
}

/** Rounds the range to milliseconds and extends it to a minute. */
function zoomRange(from: number, to: number): { from: number; to: number } {
  const middle = (from + to) / 2
  const half = Math.max(to - from, ZOOM_MIN_MS) / 2
  return { from: Math.round(middle - half), to: Math.round(middle + half) }
}

function useWidth() {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return undefined
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [place, width] as const
}

interface ChartToolsProps {
  drawn: DrawnPlots
  /** The element that contains the plots. */
  place: RefObject<HTMLElement | null>
  view: HistoryView
  show: (change: Partial<HistoryView>) => void
  onZoomIn: () => void
  asTable: boolean
  onTable: () => void
}

function ChartTools({ drawn, place, view, show, onZoomIn, asTable, onTable }: ChartToolsProps) {
  const { plots, range } = drawn
  const isZoomed = view.zoom !== undefined
  const isBucketed = plots.some(({ lines }) => lines.some(({ widthMs }) => widthMs > 0))
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-2 text-sm sm:justify-end text-ink-soft print:hidden">
      <p className="me-auto max-sm:hidden">
        {isZoomed ? 'Double-click or press Esc to go back' : 'Drag to zoom, double-click to reset'}
      </p>
      {isZoomed && (
        <Button dense onClick={() => show({ zoom: undefined })}>
          Reset zoom
        </Button>
      )}
      <Button dense onClick={onZoomIn}>
        Zoom in
      </Button>
      <Button dense aria-pressed={asTable} onClick={onTable}>
        Show as table
      </Button>
      <Button dense aria-pressed={view.waterings} onClick={() => show({ waterings: !view.waterings })}>
        Waterings
      </Button>
      <Button dense onClick={async () => (await import('./save/save-csv.ts')).saveCsv(plots, range)}>
        CSV
      </Button>
      {isBucketed && (
        <Button dense onClick={async () => (await import('./save/save-values.ts')).saveValues(plots, range)}>
          All values (CSV)
        </Button>
      )}
      <Button dense onClick={async () => (await import('./save/save-picture.ts')).savePicture(place.current, drawn)}>
        PNG
      </Button>
    </div>
  )
}
