import type { Device } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { historiesQuery } from '../../shared/history/history-queries.ts'
import type { HistorySeries } from '../../shared/history/history-series.ts'
import type { HistoryView } from './view/history-view.ts'
import type { TimeRange } from '../../shared/history/time-range.ts'
import { newestTimeOf } from '../../shared/series/newest-values.ts'
import { newestSeries } from '../../shared/series/series-queries.ts'
import { toCalendarDate } from '../../lib/dates.ts'
import { formatTime } from '../../lib/format.ts'
import { shortDate } from '../../lib/short-date.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PLOT_HEIGHTS } from './plots/plot-heights.ts'

interface NoReadingsProps {
  device: Device
  view: HistoryView
  show: (change: Partial<HistoryView>) => void
  now: number
  range: TimeRange
  others: readonly HistorySeries[]
}

/** Links to ranges and series with readings, on hatching as high as a plot. */
export function NoReadings({ device, view, now, show, range, others }: NoReadingsProps) {
  const { data: newest = null } = useQuery({ ...newestSeries, select: (all) => newestTimeOf(all, device.deviceId) })
  const ids = others.map(({ id }) => id)
  const { data, isPending } = useQuery(historiesQuery(ids, range, 1))
  const anything = data?.some(({ time }) => time.length > 0) === true
  const day = newest === null ? undefined : toCalendarDate(newest)
  const short = day === undefined ? '' : shortDate(day, toCalendarDate(now))
  const goTo = day !== undefined && !anything && (view.preset !== undefined || day < view.from || day > view.to) && (
    <Button
      variant="soft"
      onClick={() => show({ preset: undefined, end: undefined, zoom: undefined, from: day, to: day })}
    >
      Go to {short}
    </Button>
  )
  return (
    <div
      className={`hatched grid place-items-center overflow-hidden rounded-b-card border border-t-0 border-line bg-surface p-3 ${PLOT_HEIGHTS.alone}`}
    >
      {!isPending && (
        <EmptyState
          className="w-full max-w-md rounded-card border border-line bg-surface"
          title={anything ? 'No data available' : 'No data available for the selected date range.'}
          action={view.zoom ? <Button onClick={() => show({ zoom: undefined })}>Reset zoom</Button> : goTo}
        >
          {wordsOf(anything, goTo === false || newest === null ? undefined : `${short}, ${formatTime(newest)}`)}
        </EmptyState>
      )}
    </div>
  )
}

function wordsOf(anything: boolean, newest: string | undefined): string {
  if (anything) return 'The device sent other values in this period, but not this one.'
  return newest === undefined ? 'Choose other dates.' : `The newest reading is from ${newest}.`
}
