import type { Device } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { historiesQuery } from '../../shared/history/history-queries.ts'
import type { HistorySeries } from '../../shared/history/history-series.ts'
import type { HistoryView } from './view/history-view.ts'
import type { TimeRange } from '../../shared/history/time-range.ts'
import { newestTimeOf } from '../../shared/series/newest-values.ts'
import { newestSeries } from '../../shared/series/series-queries.ts'
import { toCalendarDate } from '../../lib/dates.ts'
import { formatDate } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

interface NoReadingsProps {
  device: Device
  view: HistoryView
  show: (change: Partial<HistoryView>) => void
  range: TimeRange
  others: readonly HistorySeries[]
}

/** Links to ranges and series with readings. */
export function NoReadings({ device, view, show, range, others }: NoReadingsProps) {
  const { data: newest = null } = useQuery({ ...newestSeries, select: (all) => newestTimeOf(all, device.deviceId) })
  const ids = others.map(({ id }) => id)
  const { data, isPending } = useQuery(historiesQuery(ids, range, 1))
  const anything = data?.some(({ time }) => time.length > 0) === true
  const day = newest === null ? undefined : toCalendarDate(newest)
  const goTo = day !== undefined && !anything && (view.preset !== undefined || day < view.from || day > view.to) && (
    <Button onClick={() => show({ preset: undefined, end: undefined, zoom: undefined, from: day, to: day })}>
      Go to {formatDate(day)}
    </Button>
  )
  if (isPending) return <div className="min-h-80" />
  return (
    <EmptyState
      className="min-h-80 content-center"
      title={anything ? 'No data available' : 'No data available for the selected date range.'}
      action={view.zoom ? <Button onClick={() => show({ zoom: undefined })}>Reset zoom</Button> : goTo}
    >
      {wordsOf(anything, goTo === false ? undefined : newest)}
    </EmptyState>
  )
}

function wordsOf(anything: boolean, newest: string | null | undefined): string {
  if (anything) return 'The device sent other values in this period, but not this one.'
  return newest ? `The newest readings are from ${formatDate(newest)}.` : 'Choose other dates.'
}
