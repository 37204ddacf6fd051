import { toShownLimit, type Rule, type WateringEvent } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { episodesBetween } from '../../../shared/episode/episode-queries.ts'
import { ruleList } from '../../../shared/rule/rule-queries.ts'
import { limitsOfRule } from '../../../shared/rule/limits-of-rule.ts'
import { levelWords } from '../../../shared/rule/condition-words.ts'
import type { HistorySeries } from '../../../shared/history/history-series.ts'
import type { TimeRange } from '../../../shared/history/time-range.ts'
import { wateringsQuery } from '../../../shared/plant/plant-queries.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { useSame } from '../../../lib/use-same.ts'
import type { ChartEvent, ChartLimit } from '../../../ui/chart/chart-types.ts'
import { alertNotes, type AlertNote } from './alert-notes.ts'

/** In the displayed unit. */
export interface SeriesLimit extends ChartLimit {
  readonly seriesId: string
  readonly operator: '>=' | '<='
}

export interface HistoryNotes {
  readonly limits: readonly SeriesLimit[]
  readonly alerts: readonly AlertNote[]
  readonly waterings: ReadonlyArray<ChartEvent & { readonly plantId: string }>
}

interface NotesOptions {
  readonly range: TimeRange
  readonly celsius: boolean
  /** Milliseconds since 1970; the end of open episodes. */
  readonly now: number
  readonly waterings: boolean
  /** Shows waterings only of plants in the place of this device or below. */
  readonly near?: string | undefined
}

export function useHistoryNotes(series: readonly HistorySeries[], options: NotesOptions): HistoryNotes {
  const { range, celsius, now } = options
  const { data: rules } = useQuery(ruleList)
  const devices = [...new Set(series.map(({ deviceId }) => deviceId))]
  const { data: episodes = NONE } = useQuery(episodesBetween(devices, range))
  const { data: waterings } = useQuery({ ...wateringsQuery(range, options.near), enabled: options.waterings })
  const limits = useMemo(() => series.flatMap((one) => limitsOf(one, rules ?? [], celsius)), [series, rules, celsius])
  const alerts = useMemo(() => alertNotes(series, { episodes, celsius, now }), [series, episodes, celsius, now])
  const watered = useMemo(
    () => (options.waterings && waterings ? waterings.map(eventOf) : NONE),
    [options.waterings, waterings],
  )
  return useSame({ limits, alerts, waterings: watered })
}

const NONE: readonly never[] = []

function limitsOf(series: HistorySeries, rules: readonly Rule[], celsius: boolean): SeriesLimit[] {
  return rules
    .filter(({ isOn, seriesId }) => isOn && seriesId === series.id)
    .flatMap(limitsOfRule)
    .map((one) => ({
      seriesId: series.id,
      operator: one.kind === 'above' ? '>=' : '<=',
      value: toShownLimit(series.metric, one.limit, celsius),
      label: `${one.kind} ${levelWords(series.metric, one.limit, celsius)}`,
    }))
}

function eventOf({ time, plantId, plantName }: WateringEvent): HistoryNotes['waterings'][number] {
  const at = Date.parse(time)
  return { plantId, from: at, to: at, words: `${formatDateTime(at)}, ${plantName} was watered` }
}
