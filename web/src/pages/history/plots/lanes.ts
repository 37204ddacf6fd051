import { formatDateTime } from '../../../lib/format.ts'
import type { ChartContent, ChartEvent, ChartLane, ChartRange } from '../../../ui/chart/chart-types.ts'
import type { AlertNote } from '../notes/alert-notes.ts'
import type { Plot, PlotLine } from './plot.ts'
import type { HistoryNotes } from '../notes/use-history-notes.ts'

const ALERTS = { name: 'Alerts', colour: 'danger' }
const WATERED = { name: 'Watered', colour: 'humidity' }

/** Returns rows of alerts, waterings and gaps, without alerts and gaps of hidden series. */
export function lanesOf(
  { alerts, waterings }: Pick<HistoryNotes, 'alerts' | 'waterings'>,
  plots: readonly Plot[],
): ChartLane[] {
  const drawn = plots.flatMap(({ lines }) => lines.filter(({ isGhost, isHidden }) => !isGhost && !isHidden))
  return [
    { ...ALERTS, events: ofLines(alerts, drawn).map(alertEvent) },
    { ...WATERED, events: waterings },
    { name: 'No data', colour: 'line-strong', events: drawn.flatMap(gapEvents) },
  ]
}

export function brokenOf(alerts: readonly AlertNote[], drawn: ReadonlyArray<Pick<PlotLine, 'id'>>): ChartRange[] {
  return ofLines(alerts, drawn)
    .filter(({ isBroken }) => isBroken)
    .map(({ from, to }) => ({ from, to }))
}

/** Returns the newest alert and watering of a range, which are drawn through the plots. */
export function stemsOf(
  { alerts, waterings }: Pick<HistoryNotes, 'alerts' | 'waterings'>,
  { from, to }: ChartRange,
  hidden: readonly string[],
): ChartContent['stems'] {
  const shown = alerts.filter(({ seriesIds }) => seriesIds.some((id) => !hidden.includes(id)))
  const times = [
    { colour: ALERTS.colour, all: shown.map((note) => note.from) },
    { colour: WATERED.colour, all: waterings.map((event) => event.from) },
  ]
  return times.flatMap(({ colour, all }) => {
    const time = Math.max(...all.filter((at) => at <= to))
    return time >= from ? [{ time, colour }] : []
  })
}

function ofLines(alerts: readonly AlertNote[], drawn: ReadonlyArray<Pick<PlotLine, 'id'>>): AlertNote[] {
  return alerts.filter(({ seriesIds }) => drawn.some(({ id }) => seriesIds.includes(id)))
}

function alertEvent({ from, to, words, mark }: AlertNote): ChartEvent {
  return { from, to, words, ...(mark === undefined ? {} : { mark }) }
}

function gapEvents({ name, series }: PlotLine): ChartEvent[] {
  return series.gaps.map(({ from, to }) => ({
    from,
    to,
    words: `${name}: no data from ${formatDateTime(from)} to ${formatDateTime(to)}`,
  }))
}
