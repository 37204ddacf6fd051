import { DAY_MS, metricOfSeries, MINUTE_MS, type Device, type Series } from '@greenhouse/contract'
import { useMemo, useState } from 'react'
import { useLastDay } from '../../shared/history/use-last-day.ts'
import { newestTimeOf } from '../../shared/series/newest-values.ts'
import { SeriesLabelDialog } from '../../shared/series/series-label-dialog.tsx'
import type { SeriesDay } from '../../shared/series/series-tile.ts'
import { useNow } from '../../lib/use-now.ts'
import { dayOf } from '../../shared/series/device-tiles.ts'
import { SeriesTable } from './series-table.tsx'
import { useSeriesActions } from './use-series-actions.ts'
import { withUnit } from '../../lib/format.ts'
import { showValue } from '../../shared/metric/show-value.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import type { SeriesDialogProps } from '../../shared/series/series-calibration-dialog.tsx'
import { useRemoveSeries, useRemoveValues } from '../../shared/series/series-changes.ts'

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
        <h2 id="series" className="text-lg">
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

const NAMED_MAX = 6

interface HiddenSeriesProps {
  hidden: readonly Series[]
  celsius: boolean
  /** True while the table shows them as well. */
  isWhole: boolean
  /** Of all series. */
  count: number
  onToggle: () => void
}

/** Shows `Also: battery 78 %, uptime 3.600.` */
function HiddenSeries({ hidden, celsius, isWhole, count, onToggle }: HiddenSeriesProps) {
  if (hidden.length === 0) return undefined
  const named = hidden.slice(0, NAMED_MAX).map((one) => {
    const { text, unit } = showValue(metricOfSeries(one), one.newest?.value, celsius)
    return `${one.label} ${withUnit(text, unit)}`
  })
  const more = hidden.length - named.length
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2 text-sm text-ink-soft sm:px-6">
      {!isWhole && (
        <span className="min-w-0 break-words">
          Also: {named.join(', ')}
          {more > 0 && ` and ${more} more`}.
        </span>
      )}
      <Button variant="ghost" dense aria-expanded={isWhole} onClick={onToggle} className="border-0 text-leaf-strong">
        {isWhole ? 'Show fewer' : `Show all ${count}`}
      </Button>
    </p>
  )
}

function RemoveValuesDialog({ series, onClose }: SeriesDialogProps) {
  const remove = useRemoveValues()

  async function confirm() {
    if (!series) return
    await remove.mutateAsync(series.seriesId)
    toast.success(`Values of ${series.label} deleted`)
  }

  return (
    <ConfirmDialog
      open={series !== undefined}
      title={`Delete all values of ${series?.label ?? ''}?`}
      confirmLabel="Delete values"
      danger
      onConfirm={confirm}
      onClose={onClose}
    >
      Its whole history will be deleted. This can’t be undone. Its label and calibration stay, and new readings are
      stored as before.
    </ConfirmDialog>
  )
}

function RemoveSeriesDialog({ series, onClose }: SeriesDialogProps) {
  const remove = useRemoveSeries()

  async function confirm() {
    if (!series) return
    await remove.mutateAsync(series.seriesId)
    toast.success(`${series.label} removed`)
  }

  return (
    <ConfirmDialog
      open={series !== undefined}
      title={`Remove ${series?.label ?? ''}?`}
      confirmLabel="Remove series"
      danger
      onConfirm={confirm}
      onClose={onClose}
    >
      Its values, label, calibration and conditions will be deleted, and its place among the 64 series of the device is
      free again. This can’t be undone. If its sensor sends again, a new series begins.
    </ConfirmDialog>
  )
}
