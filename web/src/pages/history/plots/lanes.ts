import type { ChartContent, ChartEvent, ChartLane, ChartRange } from '../../../ui/chart/chart-types.ts'
import type { AlertNote } from '../notes/alert-notes.ts'
import type { Plot, PlotLine } from './plot.ts'
import type { HistoryNotes } from '../notes/use-history-notes.ts'

const ALERTS = { name: 'Alerts', colour: 'danger' }
const WATERED = { name: 'Watered', colour: 'humidity', sign: 'drop' } as const
const NOTES = { name: 'Notes', colour: 'ink-soft', sign: 'note' } as const

/** Returns rows of alerts, waterings and notes, without alerts of hidden series. */
export function lanesOf(
  { alerts, waterings, written }: Pick<HistoryNotes, 'alerts' | 'waterings' | 'written'>,
  plots: readonly Plot[],
): ChartLane[] {
  const drawn = plots.flatMap(({ lines }) => lines.filter(({ isGhost, isHidden }) => !isGhost && !isHidden))
  return [
    { ...ALERTS, events: ofLines(alerts, drawn).map(alertEvent) },
    { ...WATERED, name: wateredName(waterings), events: waterings },
    { ...NOTES, events: written },
  ]
}

/** Returns the open alerts of broken limits. */
export function brokenOf(alerts: readonly AlertNote[], drawn: ReadonlyArray<Pick<PlotLine, 'id'>>): ChartRange[] {
  return ofLines(alerts, drawn)
    .filter(({ isBroken, isOpen }) => isBroken && isOpen)
    .map(({ from, to }) => ({ from, to }))
}

/** Returns the newest watering of a range, which is drawn through the plots. */
export function stemsOf(
  { waterings }: Pick<HistoryNotes, 'waterings'>,
  { from, to }: ChartRange,
): ChartContent['stems'] {
  const time = Math.max(...waterings.map((event) => event.from).filter((at) => at <= to))
  return time >= from ? [{ time, colour: WATERED.colour }] : []
}

/** Returns `Watered, 4 plants`. */
function wateredName(waterings: HistoryNotes['waterings']): string {
  const plants = new Set(waterings.map(({ plantId }) => plantId)).size
  return `${WATERED.name}, ${plants === 1 ? '1 plant' : `${plants} plants`}`
}

function ofLines(alerts: readonly AlertNote[], drawn: ReadonlyArray<Pick<PlotLine, 'id'>>): AlertNote[] {
  return alerts.filter(({ seriesIds }) => drawn.some(({ id }) => seriesIds.includes(id)))
}

function alertEvent({ from, to, words, mark, isOpen }: AlertNote): ChartEvent {
  return { from, to, words, ...(mark === undefined ? {} : { mark }), ...(isOpen ? { isOpen } : {}) }
}
