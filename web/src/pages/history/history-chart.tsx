import { useMemo } from 'react'
import { seriesByKey, sensorKey } from '../../shared/history/history-series.ts'
import type { HistoryView } from './view/history-view.ts'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { SensorValue, SpokenStatus } from './current-status.tsx'
import { PLOT_HEIGHTS } from './plots/plot-heights.ts'
import { DrawnHistory, type DrawnHistoryProps } from './drawn-history.tsx'
import { HISTORY_FAILURE, useHistory } from './readings/use-history.ts'
import { useHistoryNotes } from './notes/use-history-notes.ts'
import { MoreSensors } from './series/more-sensors.tsx'
import { historySeries, useShownSeries, type DescribedSeries } from './series/use-shown-series.ts'

interface HistoryChartProps extends Pick<
  DrawnHistoryProps,
  'devices' | 'device' | 'view' | 'now' | 'show' | 'asTable' | 'drawn' | 'onDrawn' | 'onFirst'
> {
  all: readonly DescribedSeries[]
  /** Labels the tabs. */
  status: string
}

export function HistoryChart({ all, status, devices, ...others }: HistoryChartProps) {
  const { device, view, now, show } = others
  const { celsius } = useSettings()
  const described = useMemo(() => historySeries(all, devices), [all, devices])
  const series = useShownSeries(described, device.deviceId, view)
  const { query, ranges } = useHistory(series, { view, now, intervalSeconds: Number(device.waitTime) })
  const notes = useHistoryNotes(series.shown, {
    range: ranges.fetched,
    celsius,
    now,
    device,
    waterings: view.waterings,
  })

  // The same elements while nothing in them changes: the chart renders several times while it loads.
  const tabs = useMemo(
    () => series.tabs.map((tab) => ({ ...tab, face: <SensorValue device={device} tab={tab} /> })),
    [series.tabs, device],
  )

  // Series of other devices with the same sensor switch as well.
  function choose(tab: string) {
    const added = view.added.flatMap((id) => {
      const one = series.all.find((known) => known.id === id)
      if (!one || sensorKey(one) !== series.tab) return [id]
      const own = series.all.filter(({ deviceId }) => deviceId === one.deviceId)
      return seriesByKey(own, tab)?.id ?? []
    })
    show({ tab, added, hidden: [] } satisfies Partial<HistoryView>)
  }

  return (
    <section aria-label="Readings" className="mt-1 grid grid-cols-1 sm:mt-3.5">
      <Tabs
        label={status}
        tabs={tabs}
        selected={series.tab}
        onSelect={choose}
        end={<MoreSensors tabs={series.tabs} onChoose={choose} />}
        rowClassName="rounded-t-card border bg-surface print:hidden sm:px-2 *:[div]:h-14 sm:*:[div]:h-16"
        className="min-w-0"
      >
        <QueryState
          query={query}
          skeleton={
            <div className="rounded-b-card border border-t-0 border-line bg-surface p-3 sm:px-6">
              <Skeleton className={`${PLOT_HEIGHTS.alone} rounded-control`} />
            </div>
          }
          failure={HISTORY_FAILURE}
          failureClassName="min-h-80 content-center"
        >
          {(loaded) => <DrawnHistory {...others} devices={devices} loaded={loaded} notes={notes} celsius={celsius} />}
        </QueryState>
      </Tabs>
      <SpokenStatus deviceId={device.deviceId} />
    </section>
  )
}
