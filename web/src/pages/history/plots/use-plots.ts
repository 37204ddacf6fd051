import { DAY_MS, nightsBetween, type Device } from '@greenhouse/contract'
import { useMemo } from 'react'
import type { HistoryView } from '../view/history-view.ts'
import { inMs } from '../../../shared/history/time-range.ts'
import { usePosition } from '../../../shared/place/use-position.ts'
import { useEqual, useSame } from '../../../lib/use-same.ts'
import type { ChartLane, ChartRange } from '../../../ui/chart/chart-types.ts'
import { eventsWithin } from '../../../ui/chart/near-events.ts'
import { lanesOf } from './lanes.ts'
import { plotsOf } from './plots.ts'
import type { Plot } from './plot.ts'
import type { LoadedHistory } from '../readings/use-history.ts'
import type { HistoryNotes } from '../notes/use-history-notes.ts'

/** In longer ranges nights would be a pattern of stripes. */
const NIGHTS_MAX_MS = 60.5 * DAY_MS
/** From this width names are beside the plot. */
const WIDE_PX = 640
const GUTTER_PX = { narrow: 16, names: 168 }
const NO_NIGHTS: readonly ChartRange[] = []

interface PlotsOptions {
  readonly devices: readonly Device[]
  readonly device: Device
  readonly loaded: LoadedHistory
  readonly notes: HistoryNotes
  readonly view: HistoryView
  readonly celsius: boolean
  readonly now: number
  readonly width: number
}

export interface DrawnPlots {
  readonly plots: readonly Plot[]
  readonly lanes: readonly ChartLane[]
  readonly range: ChartRange
  /** Of the chart, in pixels, and the space right of the plot. */
  readonly width: number
  readonly gutter: number
}

export function usePlots({ devices, device, loaded, notes, view, celsius, now, width }: PlotsOptions): DrawnPlots {
  const { histories, series, ranges, ghost } = loaded
  const firstDay = useEqual(view.since === undefined ? undefined : firstDayOf(histories, now))
  const [range, fetched] = useMemo(() => [firstDay ?? inMs(ranges.shown), inMs(ranges.fetched)], [ranges, firstDay])
  const nights = useNights(range, device, view.nights)
  const hasNames = width >= WIDE_PX
  const gutter = GUTTER_PX[hasNames ? 'names' : 'narrow']
  const { shown, styles } = series
  const hidden = view.hidden.join(',')
  const place = { range, fetched, nights, gutter, hasNames }
  const input = useSame({ devices, series: shown, styles, hidden, histories, ghost, notes, celsius, now, ...place })
  const plots = useMemo(() => plotsOf({ ...input, hidden: input.hidden.split(',') }), [input])
  const lanes = useMemo(
    () => lanesOf(notes, plots).filter(({ events }) => eventsWithin(events, range).length > 0),
    [notes, plots, range],
  )
  return { plots, lanes, range, width, gutter }
}

/** Returns the nights at the place of a device, or else at that of the weather, if known. */
function useNights(range: ChartRange, { placeId }: Device, isOn: boolean): readonly ChartRange[] {
  const { at } = usePosition(placeId)
  return useMemo(
    () => (isOn && at && range.to - range.from <= NIGHTS_MAX_MS ? nightsBetween(range, at) : NO_NIGHTS),
    [isOn, at, range],
  )
}

/** Returns the time from the first reading to now, if there are two readings, which may be newer than `now`. */
export function firstDayOf(histories: LoadedHistory['histories'], now: number): ChartRange | undefined {
  const times = histories.flatMap(({ time }) => time)
  const [first, last] = [Math.min(...times), Math.max(...times)]
  return last > first ? { from: first, to: Math.max(last, now) } : undefined
}
