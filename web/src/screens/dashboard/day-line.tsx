import { DAY_MS, MINUTE_MS, type DeviceHistory, type BoardMetric } from '@greenhouse/contract'
import { columnsOf } from '../../features/history/board-series.ts'
import { chartSeries } from '../../features/history/chart-series.ts'
import { extremesOf } from '../../features/history/extremes.ts'
import { formatNumber } from '../../lib/format.ts'
import { shownNumber } from '../../lib/show-value.ts'
import { useNow } from '../../lib/use-now.ts'
import { Sparkline } from '../../ui/sparkline.tsx'

export interface DayLineProps {
  metric: BoardMetric
  day: DeviceHistory | undefined
  celsius: boolean
  intervalSeconds: number
}

/** The last 24 hours of a metric as a small line, with the lowest and the highest value below. */
export function DayLine({ metric, day, celsius, intervalSeconds }: DayLineProps) {
  const now = useNow(MINUTE_MS)
  const records = day?.sensorHistoryRecords ?? []
  const extremes = extremesOf(records, metric)
  const options = { metric, celsius, intervalSeconds, from: now - DAY_MS, to: now, now, since: now }
  const { runs } = chartSeries(columnsOf(day ?? NOTHING, metric.id), options)
  const show = (value: number) => formatNumber(shownNumber(metric, value, celsius), metric.decimals)
  return (
    <div className="grid min-h-17 grid-cols-1 content-start gap-2">
      <Sparkline
        range={options}
        runs={runs.map((run) => run.map(({ time, average }) => ({ time, value: average })))}
        colour={metric.colour}
      />
      {extremes && (
        <p className="flex flex-wrap justify-between gap-x-2 text-xs whitespace-nowrap text-ink-soft">
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
