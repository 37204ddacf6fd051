import type { DeviceHistory, Metric } from '@greenhouse/contract'
import { chartColumns } from '../../ui/chart/chart-columns.ts'
import { chartSeries } from '../../features/history/chart-series.ts'
import { extremesOf } from '../../features/history/extremes.ts'
import { formatNumber } from '../../lib/dates.ts'
import { shownNumber } from '../../lib/show-value.ts'
import { useNow } from '../../lib/use-now.ts'
import { Sparkline } from '../../ui/sparkline.tsx'

const DAY_MS = 86_400_000

export interface DayLineProps {
  metric: Metric
  day: DeviceHistory | undefined
  celsius: boolean
  intervalMs: number
}

/** The last 24 hours of a metric as a small line, with the lowest and the highest value below. */
export function DayLine({ metric, day, celsius, intervalMs }: DayLineProps) {
  const now = useNow(60_000)
  const records = day?.sensorHistoryRecords ?? []
  const extremes = extremesOf(records, metric)
  const options = { metric, celsius, intervalMs, from: now - DAY_MS, to: now, now, since: now }
  const { time, average } = chartColumns(chartSeries(day ?? NOTHING, options))
  const show = (value: number) => formatNumber(shownNumber(metric, value, celsius), metric.decimals)
  return (
    <div className="grid min-h-17 content-start gap-2">
      <Sparkline
        points={time.map((at, index) => ({ time: at, value: average[index] ?? null }))}
        colour={metric.colour}
      />
      {extremes && (
        <p className="flex justify-between gap-2 text-xs whitespace-nowrap text-ink-soft">
          <span>
            min <b className="font-semibold text-ink">{show(extremes.min)}</b>
          </span>
          <span className="max-sm:hidden">24 h</span>
          <span>
            max <b className="font-semibold text-ink">{show(extremes.max)}</b>
          </span>
        </p>
      )}
    </div>
  )
}

const NOTHING: DeviceHistory = { deviceId: '', deviceName: '', sensorHistoryRecords: [] }
