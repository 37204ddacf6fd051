import { toShownLimit, type Care, type Plant, type Rule, type WateringEvent } from '@greenhouse/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { episodesBetween } from '../../../shared/episode/episode-queries.ts'
import { ruleList } from '../../../shared/rule/rule-queries.ts'
import { limitsOfRule } from '../../../shared/rule/limits-of-rule.ts'
import { levelWords } from '../../../shared/rule/condition-words.ts'
import type { HistorySeries } from '../../../shared/history/history-series.ts'
import type { TimeRange } from '../../../shared/history/time-range.ts'
import { plantList } from '../../../shared/plant/plant-queries.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { useSame } from '../../../lib/use-same.ts'
import type { ChartEvent, ChartLimit } from '../../../ui/chart/chart-types.ts'
import { alertNotes, type AlertNote } from './alert-notes.ts'
import { deviceNearby, notesQuery, wateringsQuery, type DeviceInPlace } from './chart-care.ts'

/** In the displayed unit. */
export interface SeriesLimit extends ChartLimit {
  readonly seriesId: string
  readonly operator: '>=' | '<='
}

export interface HistoryNotes {
  readonly limits: readonly SeriesLimit[]
  readonly alerts: readonly AlertNote[]
  readonly waterings: ReadonlyArray<ChartEvent & { readonly plantId: string }>
  /** From the care logs of plants. */
  readonly written: readonly ChartEvent[]
}

interface NotesOptions {
  readonly range: TimeRange
  readonly celsius: boolean
  /** Milliseconds since 1970; the end of open episodes. */
  readonly now: number
  readonly device: DeviceInPlace
  /** Shows the waterings of plants without a sensor for a device in no place, too. */
  readonly waterings: boolean
}

export function useHistoryNotes(series: readonly HistorySeries[], options: NotesOptions): HistoryNotes {
  const { range, celsius, now } = options
  const { data: rules } = useQuery(ruleList)
  const devices = [...new Set(series.map(({ deviceId }) => deviceId))]
  const { data: episodes = NONE } = useQuery(episodesBetween(devices, range))
  const of = { seriesIds: series.map(({ id }) => id), near: deviceNearby(options.device, options.waterings) }
  const { data: waterings = NONE } = useQuery({ ...wateringsQuery(range, of), placeholderData: keepPreviousData })
  const { data: notes = NONE } = useQuery({ ...notesQuery(range, of), placeholderData: keepPreviousData })
  const { data: plants = NONE } = useQuery({ ...plantList, enabled: notes.length > 0 })
  const limits = useMemo(() => series.flatMap((one) => limitsOf(one, rules ?? [], celsius)), [series, rules, celsius])
  const alerts = useMemo(() => alertNotes(series, { episodes, celsius, now }), [series, episodes, celsius, now])
  const watered = useMemo(() => waterings.map(eventOf), [waterings])
  const written = useMemo(() => notes.map((note) => noteOf(note, plants)), [notes, plants])
  return useSame({ limits, alerts, waterings: watered, written })
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

/** Characters of a note beside its sign. */
const MARK_MAX = 24

function noteOf({ at, plantId, note }: Care, plants: readonly Plant[]): ChartEvent {
  const time = Date.parse(at)
  const plant = plants.find((one) => one.plantId === plantId)
  const words = [formatDateTime(time), ...(plant ? [`${plant.plantName}: ${note}`] : [note])].join(', ')
  return { from: time, to: time, words, mark: firstWords(note) }
}

function firstWords(note: string): string {
  const [line = ''] = note.trim().split('\n')
  if (line.length <= MARK_MAX) return line
  const cut = line.slice(0, MARK_MAX)
  return `${cut.slice(0, cut.lastIndexOf(' ')).trimEnd() || cut}…`
}
