import { metrics, type Device } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { historyQuery } from '../../features/history/history-queries.ts'
import { shownRange, type HistoryView } from '../../features/history/history-view.ts'
import { useLiveHistory } from '../../features/history/use-live-history.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { HistoryChart } from './history-chart.tsx'
import { useSayFailure } from '../../ui/use-say-failure.ts'

/** A change of the range is asked for after so much quiet. */
const FETCH_DEBOUNCE_MS = 300

export interface HistoryPanelProps {
  device: Device
  view: HistoryView
  show: (change: Partial<HistoryView>) => void
}

export function HistoryPanel({ device, view, show }: HistoryPanelProps) {
  const { deviceId } = device
  const { from, to } = shownRange(view)
  const [askedFrom = from, askedTo = to] = useDebounced(`${from} ${to}`, FETCH_DEBOUNCE_MS).split(' ')
  const asked = useMemo(() => ({ from: askedFrom, to: askedTo }), [askedFrom, askedTo])
  const history = useQuery({ ...historyQuery(deviceId, asked), placeholderData: (before) => before })
  useLiveHistory(deviceId, asked)

  useSayFailure(history.isError, 'Failed to load sensor data')

  // While the next range is on its way the chart of the last one stands still, where it was.
  const range = history.isPlaceholderData ? undefined : asked
  const loaded = useMemo(() => history.data && { history: history.data, range }, [history.data, range])
  // React draws a deferred value in short tasks, between which a phone stays responsive.
  const shown = useDeferredValue(loaded)

  const metric = metrics.find(({ id }) => id === view.tab) ?? metrics[0]
  return (
    <section aria-label="Readings" className="rounded-card border border-line bg-surface p-4 shadow-panel sm:p-6">
      <Tabs
        label="Metric"
        tabs={metrics.map(({ id, label, colour }) => ({ id, label, colour }))}
        selected={metric.id}
        onSelect={(tab) => show({ tab })}
      >
        <QueryState
          query={{ ...history, data: shown }}
          skeleton={
            <div className="pt-5">
              <Skeleton className="h-80 rounded-control" />
            </div>
          }
          failure="The readings could not be loaded."
          failureClassName="min-h-80 content-center"
        >
          {(known) => <HistoryChart {...{ device, metric, view, show, ...known }} />}
        </QueryState>
      </Tabs>
    </section>
  )
}
