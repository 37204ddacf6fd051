import { boardMetrics, MINUTE_MS, type BoardMetric, type Device, type DeviceHistory } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { TimeRange } from '../../features/history/time-range.ts'
import { chartSeries } from '../../features/history/chart-series.ts'
import { historyQuery } from '../../features/history/history-queries.ts'
import { fetchedRange, shownRange, type HistoryView } from '../../features/history/history-view.ts'
import { useLiveHistory } from '../../features/history/use-live-history.ts'
import { useSettings } from '../../features/settings/settings-queries.ts'
import { formatNumber } from '../../lib/format.ts'
import { shownNumber, shownUnit } from '../../lib/show-value.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { ChartLegend } from '../../ui/chart/chart-legend.tsx'
import { seriesWithin } from '../../ui/chart/chart-scale.ts'
import { LineChart } from '../../ui/chart/line-chart.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useSayFailure } from '../../ui/use-say-failure.ts'
import { ChartTools } from './chart-tools.tsx'
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
  const asked = useAskedRanges(view, Number(device.waitTime))
  const history = useQuery({ ...historyQuery(deviceId, asked.fetched), placeholderData: (before) => before })
  useLiveHistory(deviceId, asked.fetched)
  useSayFailure(history, 'Failed to load sensor data', `${asked.shown.from} ${asked.shown.to}`)

  const metric = boardMetrics.find(({ id }) => id === view.tab) ?? boardMetrics[0]
  // While the next range is on its way the chart of the last one stands still, where it was.
  const ranges = history.isPlaceholderData ? undefined : asked
  const loaded = useMemo(() => history.data && { history: history.data, ranges }, [history.data, ranges])
  // React draws a deferred value in short tasks, between which a phone stays responsive.
  const drawn = useDeferredValue(loaded)
  const notes = useChartNotes(deviceId, metric, { range: ranges?.shown, celsius })
  return (
    <section aria-label="Readings" className="rounded-card border border-line bg-surface p-4 shadow-panel sm:p-6">
      <Tabs
        label="Metric"
        tabs={boardMetrics.map(({ id, label, colour }) => ({ id, label, colour }))}
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
  metric: BoardMetric
  celsius: boolean
  history: DeviceHistory
  /** What the history covers; undefined while another range is on its way. */
  ranges: Ranges | undefined
  notes: ChartNotes
}

function DrawnHistory({ device, metric, celsius, history, ranges, notes, view, show }: DrawnHistoryProps) {
  const [asTable, setAsTable] = useState(false)
  const { locale, twelveHours } = useFormat()
  const covered = useLast(ranges)
  const now = useNow(MINUTE_MS)
  const range = useMemo(() => inMs(covered?.shown), [covered])
  const { from, to } = range
  const intervalSeconds = Number(device.waitTime)
  const since = Date.parse(device.createdAt)
  const series = useMemo(
    () => chartSeries(history, { metric, celsius, intervalSeconds, ...inMs(covered?.fetched), now, since }),
    [history, metric, celsius, intervalSeconds, covered, now, since],
  )
  const within = useMemo(() => seriesWithin(series, range), [series, range])
  const formatValue = useCallback(
    (value: number, decimals: number = metric.decimals) => formatNumber(value, decimals),
    [metric],
  )

  if (within.runs.length === 0)
    return <Nothing view={view} anything={history.sensorHistoryRecords.length !== 0} show={show} />

  const label = `${metric.label} of ${device.deviceName}`
  const unit = shownUnit(metric, celsius)
  const spanMin = shownNumber(metric, metric.spanMin, celsius) - shownNumber(metric, 0, celsius)
  const content = { series, range, formatValue, spanMin, colour: metric.colour, ...notes }
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
      {/* Another format of dates and numbers is another chart: its ticks are painted, not rendered. */}
      <LineChart key={`${locale} ${twelveHours}`} {...{ label, unit, ...content }} onZoom={zoom} onReset={back} />
      <ChartLegend {...content} />
      <Suspense>{asTable && <ChartTable {...{ label, unit, formatValue }} series={within} />}</Suspense>
    </div>
  )
}

/** The chosen range in whole milliseconds, not shorter than a minute. */
function zoomRange(from: number, to: number): { from: number; to: number } {
  const middle = (from + to) / 2
  const half = Math.max(to - from, ZOOM_MIN_MS) / 2
  return { from: Math.round(middle - half), to: Math.round(middle + half) }
}

interface Ranges {
  readonly shown: TimeRange
  readonly fetched: TimeRange
}

/** The ranges of a view, once it has been the same for a moment. */
function useAskedRanges(view: HistoryView, intervalSeconds: number): Ranges {
  const now: Ranges = { shown: shownRange(view), fetched: fetchedRange(view, intervalSeconds) }
  const settled = useDebounced(JSON.stringify(now), FETCH_DEBOUNCE_MS)
  return useMemo(() => JSON.parse(settled) as Ranges, [settled])
}

function inMs(range: TimeRange | undefined): { from: number; to: number } {
  return { from: Date.parse(range?.from ?? ''), to: Date.parse(range?.to ?? '') }
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
      action={view.zoom && <Button onClick={() => show({ zoom: undefined })}>Reset zoom</Button>}
    >
      {anything ? 'The device sent other values in this period, but not this one.' : 'Choose other dates.'}
    </EmptyState>
  )
}
