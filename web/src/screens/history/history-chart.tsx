import { boardMetrics, type Device, type NewestReading } from '@greenhouse/contract'
import { boardSeriesId } from '../../features/history/board-series.ts'
import type { HistoryView } from '../../features/history/history-view.ts'
import { useSettings } from '../../features/settings/settings-queries.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { DrawnHistory } from './drawn-history.tsx'
import { useHistory } from './use-history.ts'
import { useHistoryNotes } from './use-history-notes.ts'
import { useShownSeries } from './use-shown-series.ts'

export interface HistoryChartProps {
  devices: readonly Device[]
  device: Device
  newest: NewestReading | undefined
  view: HistoryView
  now: number
  show: (change: Partial<HistoryView>) => void
}

/** The history of a device over the shown range, one tab for each metric, and of the series beside it. */
export function HistoryChart({ devices, device, newest, view, now, show }: HistoryChartProps) {
  const { celsius } = useSettings()
  const series = useShownSeries(devices, device.deviceId, view)
  const { query, ranges } = useHistory(device, series.shown, { view, now })
  const notes = useHistoryNotes(series.shown, { range: ranges?.shown, celsius })

  // What stands beside the chosen metric of this device shows the same of the other devices.
  function choose(tab: HistoryView['tab']) {
    const added = view.added.map((id) => {
      const one = series.all.find((known) => known.id === id)
      return one?.metric.id === view.tab ? boardSeriesId(one.deviceId, tab) : id
    })
    show({ tab, added, hidden: [] })
  }

  return (
    <section aria-label="Readings" className="rounded-card border border-line bg-surface p-4 shadow-panel sm:p-6">
      <Tabs
        label="Metric"
        tabs={boardMetrics.map(({ id, label, colour }) => ({ id, label, colour }))}
        selected={view.tab}
        onSelect={choose}
      >
        <QueryState
          query={query}
          skeleton={
            <div className="pt-5">
              <Skeleton className="h-80 rounded-control" />
            </div>
          }
          failure="The readings could not be loaded."
          failureClassName="min-h-80 content-center"
        >
          {(loaded) => (
            <DrawnHistory {...{ devices, newest, view, now, show, loaded, notes, celsius }} series={series} />
          )}
        </QueryState>
      </Tabs>
    </section>
  )
}
