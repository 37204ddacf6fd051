import { DAY_MS, metricOfSeries, MINUTE_MS, type Device, type Series } from '@greenhouse/contract'
import { useMemo, useState } from 'react'
import { useLastDay } from '../../shared/history/use-last-day.ts'
import { newestTimeOf } from '../../shared/series/newest-values.ts'
import { SeriesLabelDialog } from '../../shared/series/series-label-dialog.tsx'
import { RemoveSeriesDialog, RemoveValuesDialog } from './series-removal-dialogs.tsx'
import type { SeriesDay } from '../../shared/series/series-tile.ts'
import { useNow } from '../../lib/use-now.ts'
import { dayOf } from '../../shared/series/device-tiles.ts'
import { HiddenSeries } from './hidden-series.tsx'
import { SeriesTable } from './series-table.tsx'
import { useSeriesActions } from './use-series-actions.ts'

interface SeriesPanelProps {
  device: Device
  /** Of the device, in their order. */
  series: readonly Series[]
  celsius: boolean
  onCalibrate: (series: Series) => void
}

export function SeriesPanel({ device, series, celsius, onCalibrate }: SeriesPanelProps) {
  const [isWhole, setWhole] = useState(false)
  const actions = useSeriesActions(series, onCalibrate)
  const hidden = series.filter(({ visible }) => !visible)
  const rows = isWhole ? series : series.filter(({ visible }) => visible)
  const days = useSeriesDays(device, rows)
  const newest = newestTimeOf(series, device.deviceId)
  const deviceTime = newest === null ? null : Date.parse(newest)
  return (
    <section
      aria-labelledby="series"
      className="min-w-0 overflow-hidden rounded-card border border-line bg-surface shadow-panel"
    >
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-1 p-4 sm:px-6 sm:pt-5">
        <h2 id="series" className="text-xl">
          Series
        </h2>
        <p className="text-sm text-ink-soft">{countWords(series)}</p>
      </header>
      {series.length === 0 ? (
        <p className="px-4 pb-5 text-ink-soft sm:px-6">Connect the board, and what it measures appears here.</p>
      ) : (
        <SeriesTable
          rows={rows}
          days={days}
          celsius={celsius}
          actions={actions}
          deviceTime={deviceTime}
          intervalSeconds={Number(device.waitTime)}
        />
      )}
      <HiddenSeries
        hidden={hidden}
        celsius={celsius}
        isWhole={isWhole}
        count={series.length}
        onToggle={() => setWhole(!isWhole)}
      />
      <output className="sr-only">{actions.said}</output>
      <SeriesLabelDialog series={actions.asked('label')} onClose={actions.close} />
      <RemoveValuesDialog series={actions.asked('values')} onClose={actions.close} />
      <RemoveSeriesDialog series={actions.asked('series')} onClose={actions.close} />
    </section>
  )
}

/** Returns `12 measured, 2 calculated, 4 not shown on the dashboard`. */
function countWords(series: readonly Series[]): string {
  const calculated = series.filter((one) => metricOfSeries(one).isDerived === true).length
  const hidden = series.filter(({ visible }) => !visible).length
  return [
    `${series.length - calculated} measured`,
    calculated > 0 && `${calculated} calculated`,
    hidden > 0 && `${hidden} not shown on the dashboard`,
  ]
    .filter(Boolean)
    .join(', ')
}

function useSeriesDays({ waitTime }: Device, rows: readonly Series[]): ReadonlyMap<string, SeriesDay> {
  const now = useNow(MINUTE_MS)
  // Sorted, so that reordering rows does not change the query.
  const { data } = useLastDay(rows.toSorted(bySeriesId), now)
  return useMemo(() => {
    const shown = { from: now - DAY_MS, to: now, nights: [], intervalSeconds: Number(waitTime) }
    return new Map(
      rows.flatMap((one) => {
        const day = data?.find(({ seriesId }) => seriesId === one.seriesId)
        return day ? [[one.seriesId, dayOf(day, one, shown)]] : []
      }),
    )
  }, [data, rows, now, waitTime])
}

function bySeriesId(one: Series, other: Series): number {
  return one.seriesId < other.seriesId ? -1 : 1
}
