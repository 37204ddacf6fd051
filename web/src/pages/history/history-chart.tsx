import type { Device } from '@greenhouse/contract'
import { useMemo } from 'react'
import { seriesByKey, sensorKey } from '../../shared/history/history-series.ts'
import type { HistoryView } from './view/history-view.ts'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { DrawnHistory } from './drawn-history.tsx'
import { useHistory } from './readings/use-history.ts'
import { useHistoryNotes } from './notes/use-history-notes.ts'
import { historySeries, useShownSeries, type DescribedSeries } from './series/use-shown-series.ts'

interface HistoryChartProps {
  devices: readonly Device[]
  device: Device
  all: readonly DescribedSeries[]
  view: HistoryView
  now: number
  show: (change: Partial<HistoryView>) => void
}

export function HistoryChart({ devices, device, all, view, now, show }: HistoryChartProps) {
  const { celsius } = useSettings()
  const described = useMemo(() => historySeries(all, devices), [all, devices])
  const series = useShownSeries(described, device.deviceId, view)
  const { query, ranges } = useHistory(series, { view, now, intervalSeconds: Number(device.waitTime) })
  const notes = useHistoryNotes(series.shown, {
    range: ranges.fetched,
    celsius,
    now,
    waterings: view.waterings,
    // Plants without a place, of a household with none, are near every device.
    near: device.placeId === undefined ? undefined : device.deviceId,
  })

  // Series of other devices with the same sensor switch as well.
  function choose(tab: string) {
    const added = view.added.flatMap((id) => {
      const one = series.all.find((known) => known.id === id)
      if (!one || sensorKey(one) !== series.tab) return [id]
      const own = series.all.filter(({ deviceId }) => deviceId === one.deviceId)
      return seriesByKey(own, tab)?.id ?? []
    })
    show({ tab, added, hidden: [] })
  }

  return (
    <section aria-label="Readings" className="rounded-card border border-line bg-surface p-4 shadow-panel sm:p-6">
      <Tabs label="Metric" tabs={series.tabs} selected={series.tab} onSelect={choose}>
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
            <DrawnHistory
              devices={devices}
              device={device}
              view={view}
              now={now}
              show={show}
              loaded={loaded}
              notes={notes}
              celsius={celsius}
            />
          )}
        </QueryState>
      </Tabs>
    </section>
  )
}
