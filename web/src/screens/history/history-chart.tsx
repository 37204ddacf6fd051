import { metricById, metrics, MINUTE_MS, type Device, type DeviceHistory, type Metric } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { TimeRange } from '../../features/history/time-range.ts'
import { chartSeries } from '../../features/history/chart-series.ts'
import { historyQuery } from '../../features/history/history-queries.ts'
import { shownRange, type HistoryView } from '../../features/history/history-view.ts'
import { useLiveHistory } from '../../features/history/use-live-history.ts'
import { useSettings } from '../../features/settings/settings-queries.ts'
import { formatNumber } from '../../lib/format.ts'
import { shownUnit } from '../../lib/show-value.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { ChartLegend } from '../../ui/chart/chart-legend.tsx'
import { LineChart } from '../../ui/chart/line-chart.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useSayFailure } from '../../ui/use-say-failure.ts'
import { useChartNotes, type ChartNotes } from './use-chart-notes.ts'

const ChartTable = lazy(async () => ({ default: (await import('../../ui/chart/chart-table.tsx')).ChartTable }))

/** A change of the range is asked for after so much quiet. */
const FETCH_DEBOUNCE_MS = 300
/** Nobody zooms to less than this. */
const ZOOM_MIN_MS = MINUTE_MS

export interface HistoryChartProps {
  device: Device
  view: HistoryView
  show: (change: Partial<HistoryView>) => void
}

/** The history of a device over the shown range, one tab for each metric; live readings join it. */
export function HistoryChart({ device, view, show }: HistoryChartProps) {
  const { deviceId } = device
  const { celsius } = useSettings()
  const { from, to } = shownRange(view)
  const [askedFrom = from, askedTo = to] = useDebounced(`${from} ${to}`, FETCH_DEBOUNCE_MS).split(' ')
  const asked = useMemo(() => ({ from: askedFrom, to: askedTo }), [askedFrom, askedTo])
  const history = useQuery({ ...historyQuery(deviceId, asked), placeholderData: (before) => before })
  useLiveHistory(deviceId, asked)
  useSayFailure(history, 'Failed to load sensor data', `${askedFrom} ${askedTo}`)

  const metric = metricById(view.tab)
  // While the next range is on its way the chart of the last one stands still, where it was.
  const range = history.isPlaceholderData ? undefined : asked
  const loaded = useMemo(() => history.data && { history: history.data, range }, [history.data, range])
  // React draws a deferred value in short tasks, between which a phone stays responsive.
  const drawn = useDeferredValue(loaded)
  const notes = useChartNotes(deviceId, metric, { range, celsius })
  return (
    <section aria-label="Readings" className="rounded-card border border-line bg-surface p-4 shadow-panel sm:p-6">
      <Tabs
        label="Metric"
        tabs={metrics.map(({ id, label, colour }) => ({ id, label, colour }))}
        selected={metric.id}
        onSelect={(tab) => show({ tab })}
      >
        <QueryState
          query={{ ...history, data: drawn }}
          skeleton={
            <div className="pt-5">
              <Skeleton className="h-80 rounded-control" />
            </div>
          }
          failure="The readings could not be loaded."
          failureClassName="min-h-80 content-center"
        >
          {(known) => <DrawnHistory {...{ device, metric, celsius, notes, view, show, ...known }} />}
        </QueryState>
      </Tabs>
    </section>
  )
}

interface DrawnHistoryProps extends HistoryChartProps {
  metric: Metric
  celsius: boolean
  history: DeviceHistory
  /** What the history covers; undefined while another range is on its way. */
  range: TimeRange | undefined
  notes: ChartNotes
}

function DrawnHistory({ device, metric, celsius, history, range, notes, view, show }: DrawnHistoryProps) {
  const [asTable, setAsTable] = useState(false)
  const covered = useLast(range)
  const now = useNow(MINUTE_MS)
  const [from, to] = [Date.parse(covered?.from ?? ''), Date.parse(covered?.to ?? '')]
  const intervalSeconds = Number(device.waitTime)
  const since = Date.parse(device.createdAt)
  const series = useMemo(
    () => chartSeries(history, { metric, celsius, intervalSeconds, from, to, now, since }),
    [history, metric, celsius, intervalSeconds, from, to, now, since],
  )
  const shown = useMemo(() => ({ from, to }), [from, to])
  const formatValue = useCallback(
    (value: number, decimals: number = metric.decimals) => formatNumber(value, decimals),
    [metric],
  )

  if (series.runs.length === 0)
    return <Nothing view={view} anything={history.sensorHistoryRecords.length !== 0} show={show} />

  const label = `${metric.label} of ${device.deviceName}`
  const unit = shownUnit(metric, celsius)
  const zoom = (zoomFrom: number, zoomTo: number) => show({ zoom: zoomRange(zoomFrom, zoomTo) })
  const back = () => view.zoom && show({ zoom: undefined })
  return (
    <div className="grid grid-cols-1 gap-3 pt-4">
      <ChartTools
        isZoomed={view.zoom !== undefined}
        asTable={asTable}
        onBack={back}
        onZoomIn={() => zoom(from + (to - from) / 4, to - (to - from) / 4)}
        onTable={() => setAsTable(!asTable)}
      />
      <LineChart
        {...{ label, unit, series, formatValue, ...notes }}
        range={shown}
        colour={metric.colour}
        onZoom={zoom}
        onReset={back}
      />
      <ChartLegend colour={metric.colour} marks={notes.marks} />
      <Suspense>{asTable && <ChartTable {...{ label, unit, series, formatValue }} />}</Suspense>
    </div>
  )
}

interface ChartToolsProps {
  isZoomed: boolean
  asTable: boolean
  onBack: () => void
  onZoomIn: () => void
  onTable: () => void
}

function ChartTools({ isZoomed, asTable, onBack, onZoomIn, onTable }: ChartToolsProps) {
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-end gap-2 text-sm text-ink-soft">
      <p className="me-auto max-sm:hidden">
        {isZoomed ? 'Double-click or Escape goes back' : 'Drag to zoom, double-click to reset'}
      </p>
      {isZoomed && (
        <Button variant="ghost" dense onClick={onBack}>
          Whole range
        </Button>
      )}
      <Button variant="ghost" dense onClick={onZoomIn}>
        Zoom in
      </Button>
      <Button variant="ghost" dense aria-pressed={asTable} onClick={onTable}>
        Show as table
      </Button>
    </div>
  )
}

/** The chosen range in whole milliseconds, not shorter than a minute. */
function zoomRange(from: number, to: number): { from: number; to: number } {
  const middle = (from + to) / 2
  const half = Math.max(to - from, ZOOM_MIN_MS) / 2
  return { from: Math.round(middle - half), to: Math.round(middle + half) }
}

/** The last value that was not undefined. */
function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

function Nothing({ view, anything, show }: Pick<DrawnHistoryProps, 'view' | 'show'> & { anything: boolean }) {
  return (
    <EmptyState
      className="min-h-80 content-center"
      title={anything ? 'No data available' : 'No data available for the selected date range.'}
      action={view.zoom && <Button onClick={() => show({ zoom: undefined })}>Whole range</Button>}
    >
      {anything
        ? 'The device sent other values in this time, but not this one.'
        : 'Choose other dates, or wait for the first reading.'}
    </EmptyState>
  )
}
