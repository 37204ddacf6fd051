import { useLayoutEffect, useRef } from 'react'
import type { SeriesActions } from './use-series-actions.ts'
import { metricOfSeries, type Series } from '@greenhouse/contract'
import { EyeOff } from 'lucide-react'
import { Link } from 'wouter'
import { sensorKey } from '../../shared/history/history-series.ts'
import { calibrationWords, mustBeCalibrated, rawWords } from '../../shared/series/calibration-words.ts'
import { Role } from '../../shared/household/roles.tsx'
import { SeriesStateSign } from '../../shared/series/series-state.tsx'
import { classes } from '../../lib/classes.ts'
import { showValue } from '../../shared/metric/show-value.ts'
import { useSeriesLiveness } from '../../shared/liveness/use-liveness.ts'
import { MetricIcon } from '../../shared/metric/metric-icon.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import type { SeriesDay } from '../../shared/series/series-tile.ts'
import { SeriesMenu, type SeriesMenuProps } from './series-menu.tsx'

const HEADS = [
  ['Label', 'text-start ps-6'],
  ['Last value', 'text-end'],
  ['24 h', 'text-start'],
  ['Age', 'text-start'],
  ['Calibration', 'text-start'],
] as const

export function SeriesTable({ rows, actions, ...shown }: Omit<SeriesTableRowProps, 'series'>) {
  const moved = useRef<string>(undefined)
  const shownOrder = useRef('')
  const order = rows.map(({ seriesId }) => seriesId).join(' ')
  // A row that moves in the document loses the focus.
  useLayoutEffect(() => {
    if (shownOrder.current === order) return
    shownOrder.current = order
    if (moved.current !== undefined) document.getElementById(`menu-${moved.current}`)?.focus()
    moved.current = undefined
  }, [order])
  const move: SeriesActions['move'] = (series, by, listed) => {
    moved.current = series.seriesId
    actions.move(series, by, listed)
  }
  return (
    <table className="w-full text-sm max-lg:block">
      <thead className="max-lg:sr-only">
        <tr className="border-b border-line text-ink-soft">
          {HEADS.map(([name, look]) => (
            <th key={name} scope="col" className={`px-3 py-2 font-normal ${look}`}>
              {name}
            </th>
          ))}
          <Role atLeast="gardener">
            <th scope="col" className="w-14">
              <span className="sr-only">Change</span>
            </th>
          </Role>
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {rows.map((series) => (
          <SeriesTableRow key={series.seriesId} series={series} rows={rows} {...shown} actions={{ ...actions, move }} />
        ))}
      </tbody>
    </table>
  )
}

const CELL = 'px-3 py-1 align-middle max-lg:block max-lg:p-0'

interface SeriesTableRowProps extends SeriesMenuProps {
  days: ReadonlyMap<string, SeriesDay>
  deviceTime: number | null
  intervalSeconds: number
  celsius: boolean
}

function SeriesTableRow(props: SeriesTableRowProps) {
  const { series, days, deviceTime, intervalSeconds, celsius } = props
  const { seriesId, newest } = series
  const metric = metricOfSeries(series)
  const isRaw = mustBeCalibrated(metric, series)
  const last = isRaw ? series.raw : newest
  const time = last ? Date.parse(last.time) : undefined
  const day = days.get(seriesId)
  const device = { time: deviceTime, intervalSeconds }
  const state = useSeriesLiveness(
    { time: time ?? null, intervalSeconds: day?.intervalSeconds ?? intervalSeconds },
    device,
  )
  return (
    <tr className="lg:h-11 border-t border-line first:border-t-0 max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto_auto] max-lg:items-center max-lg:gap-x-3 max-lg:px-4 max-lg:py-2.5">
      <LabelCell series={series} />
      <td className={classes(CELL, 'text-end whitespace-nowrap max-lg:col-start-2 max-lg:row-start-1')}>
        {isRaw ? <Raw series={series} /> : <Value series={series} celsius={celsius} isOld={state === 'silent'} />}
      </td>
      <td className={classes(CELL, 'w-40 max-lg:hidden')}>
        <Sparkline
          range={day ?? { from: 0, to: 1 }}
          runs={day?.runs ?? []}
          colour={metric.colour}
          spanMin={metric.spanMin}
          isSilent={state === 'silent' && day !== undefined}
          className="h-7!"
        />
      </td>
      <td className={classes(CELL, 'max-lg:col-start-2 max-lg:row-start-2')}>
        <span className="flex justify-start max-lg:justify-end">
          <span className="sr-only">{state}</span>
          <SeriesStateSign state={state} time={time} />
        </span>
      </td>
      <CalibrationCell series={series} celsius={celsius} />
      <Role atLeast="gardener">
        <td className={classes(CELL, 'text-end lg:pe-4 max-lg:col-start-3 max-lg:row-span-2 max-lg:row-start-1')}>
          <SeriesMenu {...props} />
        </td>
      </Role>
    </tr>
  )
}

/** Shows the metric beside the label, on phones below it, unless the label begins with it. */
function LabelCell({ series }: { series: Series }) {
  const { deviceId, channel, label, visible } = series
  const metric = metricOfSeries(series)
  const tab = encodeURIComponent(sensorKey({ metric, channel }))
  return (
    <th
      scope="row"
      aria-label={label}
      className={classes(
        CELL,
        'min-w-0 text-start font-normal text-ink-soft lg:max-w-90 lg:ps-6 max-lg:col-start-1 max-lg:row-span-2 max-lg:row-start-1',
      )}
    >
      <span className="flex min-w-0 items-center gap-2">
        <MetricIcon metric={metric.id} />
        <span className="flex min-w-0 items-baseline gap-x-2 max-lg:flex-col">
          <Link
            to={`/history?device=${deviceId}&tab=${tab}`}
            dir="auto"
            title={label}
            className="max-w-full truncate text-left font-semibold text-ink hover:underline"
          >
            {label}
          </Link>
          {!label.startsWith(metric.label) && <span className="max-w-full truncate">{metric.label}</span>}
        </span>
        {!visible && <EyeOff aria-label="Not shown on the dashboard" className="size-4 shrink-0" />}
      </span>
    </th>
  )
}

function CalibrationCell({ series, celsius }: { series: Series; celsius: boolean }) {
  const metric = metricOfSeries(series)
  const isRaw = mustBeCalibrated(metric, series)
  const words = metric.isDerived === true ? 'calculated' : calibrationWords(metric, series.calibration, celsius)
  return (
    <td
      className={classes(
        CELL,
        'whitespace-nowrap max-lg:col-span-2 max-lg:col-start-1 max-lg:row-start-3',
        series.calibration === null && (isRaw ? 'text-sun-ink' : 'text-ink-soft max-lg:hidden'),
      )}
    >
      <span className="lg:hidden">Calibration: </span>
      {isRaw ? 'none yet' : words}
    </td>
  )
}

function Value({ series, celsius, isOld }: { series: Series; celsius: boolean; isOld: boolean }) {
  const { text, unit } = showValue(metricOfSeries(series), series.newest?.value, celsius)
  return (
    <span className={isOld ? 'text-ink-soft' : undefined}>
      <b className="font-semibold">{text}</b> <span className="text-ink-soft">{unit}</span>
    </span>
  )
}

/** Shows the raw value of a sensor that needs a calibration. */
function Raw({ series: { raw } }: { series: Series }) {
  return (
    <span className="text-ink-soft">
      sends <b className="font-semibold text-ink">{raw && rawWords(raw.value)}</b>
    </span>
  )
}
