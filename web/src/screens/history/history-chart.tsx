import type { Device, DeviceHistory, Metric } from '@greenhouse/contract'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import type { TimeRange } from '../../features/history/append-live.ts'
import { chartSeries } from '../../features/history/chart-series.ts'
import type { HistoryView } from '../../features/history/history-view.ts'
import { useSettings } from '../../features/settings/settings-queries.ts'
import { formatNumber } from '../../lib/dates.ts'
import { shownUnit } from '../../lib/show-value.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { ChartLegend } from '../../ui/chart/chart-legend.tsx'
import { LineChart } from '../../ui/chart/line-chart.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useChartNotes } from './use-chart-notes.ts'

const ChartTable = lazy(async () => ({ default: (await import('../../ui/chart/chart-table.tsx')).ChartTable }))

/** Nobody zooms to less than this. */
const ZOOM_MIN_MS = 60_000

export interface HistoryChartProps {
  device: Device
  metric: Metric
  history: DeviceHistory
  /** What the history covers; undefined while another range is on its way. */
  range: TimeRange | undefined
  view: HistoryView
  show: (change: Partial<HistoryView>) => void
}

export function HistoryChart({ device, metric, history, range, view, show }: HistoryChartProps) {
  const { celsius } = useSettings()
  const { limits, marks } = useChartNotes(device.deviceId, metric, { range, celsius })
  const [asTable, setAsTable] = useState(false)
  const covered = useLast(range)
  const now = useNow(60_000)
  const [from, to] = [Date.parse(covered?.from ?? ''), Date.parse(covered?.to ?? '')]
  const intervalMs = Number(device.waitTime) * 1000
  const since = Date.parse(device.createdAt)
  const series = useMemo(
    () => chartSeries(history, { metric, celsius, intervalMs, from, to, now, since }),
    [history, metric, celsius, intervalMs, from, to, now, since],
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
  const zoom = (zoomFrom: number, zoomTo: number) => {
    const middle = (zoomFrom + zoomTo) / 2
    const half = Math.max(zoomTo - zoomFrom, ZOOM_MIN_MS) / 2
    show({ zoom: { from: Math.round(middle - half), to: Math.round(middle + half) } })
  }
  const back = () => view.zoom && show({ zoom: undefined })
  return (
    <div className="grid grid-cols-1 gap-3 pt-4">
      <div className="flex min-h-9 flex-wrap items-center justify-end gap-2 text-sm text-ink-soft">
        <p className="me-auto max-sm:hidden">
          {view.zoom ? 'Double-click or Escape goes back' : 'Drag to zoom, double-click to reset'}
        </p>
        {view.zoom && (
          <Button variant="ghost" dense onClick={back}>
            Whole range
          </Button>
        )}
        <Button variant="ghost" dense onClick={() => zoom(from + (to - from) / 4, to - (to - from) / 4)}>
          Zoom in
        </Button>
        <Button variant="ghost" dense aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          Show as table
        </Button>
      </div>
      <LineChart
        {...{ label, unit, series, formatValue }}
        range={shown}
        limits={limits}
        marks={marks}
        colour={metric.colour}
        onZoom={zoom}
        onReset={back}
      />
      <ChartLegend colour={metric.colour} marks={marks} />
      <Suspense>{asTable && <ChartTable {...{ label, unit, series, formatValue }} />}</Suspense>
    </div>
  )
}

/** The last value that was not undefined. */
function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

function Nothing({ view, anything, show }: Pick<HistoryChartProps, 'view' | 'show'> & { anything: boolean }) {
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
