import { toShownLimit, type Alert, type Rule } from '@greenhouse/contract'
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { deviceAlerts } from '../../features/alerts/alert-queries.ts'
import { ruleList } from '../../features/conditions/condition-queries.ts'
import { limitWords } from '../../features/conditions/condition-words.ts'
import type { HistorySeries } from '../../features/history/history-series.ts'
import type { TimeRange } from '../../features/history/time-range.ts'
import { wateringsQuery } from '../../features/plants/plant-queries.ts'
import { formatDateTime } from '../../lib/format.ts'
import type { ChartEvent, ChartLane, ChartLimit } from '../../ui/chart/chart-types.ts'

/** A limit of a condition on a series, in the unit that is shown. */
export interface SeriesLimit extends ChartLimit {
  readonly seriesId: string
  readonly operator: '>=' | '<='
}

/** What is drawn into a chart besides its values. */
export interface HistoryNotes {
  readonly limits: readonly SeriesLimit[]
  /** Alerts and waterings. */
  readonly lanes: readonly ChartLane[]
}

interface NotesOptions {
  readonly range: TimeRange
  readonly celsius: boolean
}

/** The conditions of series, their alerts, and the waterings of a range. */
export function useHistoryNotes(series: readonly HistorySeries[], { range, celsius }: NotesOptions): HistoryNotes {
  const { data: rules } = useQuery(ruleList)
  const devices = [...new Set(series.map(({ deviceId }) => deviceId))]
  const alerts = useQueries({ queries: devices.map((deviceId) => deviceAlerts(deviceId)), combine: known })
  const { data: waterings } = useQuery(wateringsQuery(range))
  const limits = useMemo(() => series.flatMap((one) => limitsOf(one, rules ?? [], celsius)), [series, rules, celsius])
  const lanes = useMemo(
    () => [
      { name: 'Alerts', colour: 'danger', events: alerts.filter((one) => isOf(one, series)).map(alertEvent) },
      {
        name: 'Watered',
        colour: 'humidity',
        events: (waterings ?? []).map(({ time, plantName }) => eventAt(time, `${plantName} was watered`)),
      },
    ],
    [alerts, series, waterings],
  )
  return { limits, lanes }
}

function known(results: ReadonlyArray<UseQueryResult<Alert[]>>): Alert[] {
  return results.flatMap(({ data }) => data ?? [])
}

function limitsOf(series: HistorySeries, rules: readonly Rule[], celsius: boolean): SeriesLimit[] {
  return rules
    .filter(({ seriesId }) => seriesId === series.id)
    .map((rule) => ({
      seriesId: series.id,
      operator: rule.kind === 'above' ? '>=' : '<=',
      value: toShownLimit(series.metric, rule.limit, celsius),
      label: `alert at ${limitWords(series.metric, rule, celsius)}`,
    }))
}

/** An alert from before series had alerts has no series, only the sensor type of the one without a channel. */
function isOf({ deviceId, seriesId, sensorType }: Alert, series: readonly HistorySeries[]): boolean {
  if (seriesId !== null) return series.some(({ id }) => id === seriesId)
  return series.some((one) => one.deviceId === deviceId && one.channel === '' && one.metric.sensorType === sensorType)
}

function alertEvent({ alertTime, alertDesc, alertName }: Alert): ChartEvent {
  return eventAt(alertTime, `Alert: ${alertDesc || alertName}`)
}

function eventAt(time: string, words: string): ChartEvent {
  const at = Date.parse(time)
  return { from: at, to: at, words: `${formatDateTime(at)}, ${words}` }
}
