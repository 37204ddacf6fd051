import type { HistoryView } from '../../features/history/history-view.ts'
import { toCalendarDate } from '../../lib/dates.ts'
import { formatDate } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

export interface NoReadingsProps {
  view: HistoryView
  show: (change: Partial<HistoryView>) => void
  /** Whether the device sent other values in this range. */
  anything: boolean
  /** When the device sent its newest reading. */
  newest: string | null
}

/** Says that the range has no readings, and leads to where there are some. */
export function NoReadings({ view, show, anything, newest }: NoReadingsProps) {
  const day = newest === null ? undefined : toCalendarDate(newest)
  const goTo = day !== undefined && !anything && (view.preset !== undefined || day < view.from || day > view.to) && (
    <Button onClick={() => show({ preset: undefined, end: undefined, zoom: undefined, from: day, to: day })}>
      Go to {formatDate(day)}
    </Button>
  )
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
