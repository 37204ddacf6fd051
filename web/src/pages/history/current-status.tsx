import type { Device } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { MetricIcon } from '../../shared/metric/metric-icon.tsx'
import { showValue } from '../../shared/metric/show-value.ts'
import { useLiveness } from '../../shared/liveness/use-liveness.ts'
import { StateSign } from '../../shared/liveness/state-sign.tsx'
import { newestTimeOf, newestValuesOf } from '../../shared/series/newest-values.ts'
import { newestSeries } from '../../shared/series/series-queries.ts'
import { SpokenValues } from '../../shared/series/spoken-values.tsx'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { sensorKey } from '../../shared/history/history-series.ts'
import { toCalendarDate } from '../../lib/dates.ts'
import { formatShortDate, formatTime, withUnit } from '../../lib/format.ts'
import type { SensorTab } from './series/use-shown-series.ts'

/** Returns `Current Status, last updated 14.20`, with a date before today. Changes at most once a minute. */
export function useStatusWords(deviceId: string): string {
  const { data } = useQuery({ ...newestSeries, select: (all) => updatedWords(newestTimeOf(all, deviceId)) })
  return data === undefined || data === '' ? 'Current Status' : `Current Status, last updated ${data}`
}

function updatedWords(time: string | null): string {
  if (time === null) return ''
  const isToday = toCalendarDate(time) === toCalendarDate(Date.now())
  return isToday ? formatTime(time) : `${formatShortDate(time)}, ${formatTime(time)}`
}

/** Reads the values of the tabs aloud twice a minute. */
export function SpokenStatus({ deviceId }: { deviceId: string }) {
  const { celsius } = useSettings()
  const { data: all = [] } = useQuery(newestSeries)
  return <SpokenValues series={newestValuesOf(all, deviceId)} celsius={celsius} />
}

/** Renders a tab with the newest value of its sensor. */
export function SensorValue({ device, tab: { id, label, metric } }: { device: Device; tab: SensorTab }) {
  const { celsius } = useSettings()
  const { data: series = [] } = useQuery(newestSeries)
  const newest = series.find(
    ({ deviceId, metric: ofSeries, channel }) =>
      deviceId === device.deviceId && sensorKey({ metric: { id: ofSeries }, channel }) === id,
  )?.newest
  const deviceTime = newestTimeOf(series, device.deviceId)
  const state = useLiveness(deviceTime === null ? null : Date.parse(deviceTime), Number(device.waitTime))
  const { text, unit } = showValue(metric, newest?.value, celsius)
  return (
    <span className="relative grid justify-items-start text-start leading-5.5">
      <span className="flex items-center gap-1.5 text-sm leading-5 whitespace-nowrap">
        <MetricIcon metric={metric.id} />
        {label}
      </span>{' '}
      <span className="flex items-center gap-1 text-md leading-5.5 font-semibold whitespace-nowrap text-ink">
        {newest ? withUnit(text, unit) : '–'}
        <StateSign state={state} className="text-ink-soft" />
        <span className="sr-only">{`, ${state}`}</span>
      </span>
    </span>
  )
}
