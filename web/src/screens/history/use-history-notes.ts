import { toShownLimit, type Alert, type Rule, type WateringEvent } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { deviceAlerts, deviceAlertsBetween, devicesWithMore } from '../../features/alerts/alert-queries.ts'
import { ruleList } from '../../features/conditions/rule-queries.ts'
import { limitWords } from '../../features/conditions/condition-words.ts'
import type { HistorySeries } from '../../features/history/history-series.ts'
import type { TimeRange } from '../../features/history/time-range.ts'
import { wateringsQuery } from '../../features/plants/plant-queries.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useSame } from '../../lib/use-same.ts'
import type { ChartEvent, ChartLimit } from '../../ui/chart/chart-types.ts'
import { alertNotes, type AlertNote } from './alert-notes.ts'

/** A limit of a condition on a series, in the unit that is shown. */
export interface SeriesLimit extends ChartLimit {
  readonly seriesId: string
  readonly operator: '>=' | '<='
}

/** What is drawn into a chart besides its values. */
export interface HistoryNotes {
  readonly limits: readonly SeriesLimit[]
  readonly alerts: readonly AlertNote[]
  readonly waterings: readonly ChartEvent[]
}

interface NotesOptions {
  readonly range: TimeRange
  readonly celsius: boolean
}

/** The conditions of series, their alerts, and the waterings of a range. */
export function useHistoryNotes(series: readonly HistorySeries[], { range, celsius }: NotesOptions): HistoryNotes {
  const { data: rules } = useQuery(ruleList)
  const devices = [...new Set(series.map(({ deviceId }) => deviceId))]
  const alerts = useAlerts(devices, range)
  const { data: waterings } = useQuery(wateringsQuery(range))
  const limits = useMemo(() => series.flatMap((one) => limitsOf(one, rules ?? [], celsius)), [series, rules, celsius])
  const notes = useMemo(
    () => alertNotes(series, { alerts, rules: rules ?? [], celsius }),
    [series, alerts, rules, celsius],
  )
  const watered = useMemo(() => (waterings ?? []).map(eventOf), [waterings])
  return useSame({ limits, alerts: notes, waterings: watered })
}

const NONE: readonly never[] = []

/** The newest alerts of devices, which may still be open, and those of a range that reaches further back. */
function useAlerts(devices: readonly string[], range: TimeRange): readonly Alert[] {
  const { data: newest = NONE } = useQuery(deviceAlerts(devices))
  const more = devicesWithMore(devices, newest, range.from)
  const { data: ofRange = NONE } = useQuery({ ...deviceAlertsBetween(more, range), enabled: more.length > 0 })
  return useMemo(() => {
    const known = new Set(newest.map(({ alertId }) => alertId))
    return [...newest, ...ofRange.filter(({ alertId }) => !known.has(alertId))]
  }, [newest, ofRange])
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

function eventOf({ time, plantName }: WateringEvent): ChartEvent {
  const at = Date.parse(time)
  return { from: at, to: at, words: `${formatDateTime(at)}, ${plantName} was watered` }
}
