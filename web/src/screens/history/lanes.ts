import { episodeOf, type Episode } from '../../features/history/episode.ts'
import { formatDateTime, withUnit } from '../../lib/format.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import type { ChartContent, ChartEvent, ChartLane, ChartRange } from '../../ui/chart/chart-types.ts'
import type { AlertNote } from './alert-notes.ts'
import type { Plot, PlotLine } from './plots.ts'
import type { HistoryNotes } from './use-history-notes.ts'

const ALERTS = { name: 'Alerts', colour: 'danger' }
const WATERED = { name: 'Watered', colour: 'humidity' }

/** Alerts, waterings and gaps as rows below the plots. Alerts and gaps of hidden series are left out. */
export function lanesOf(
  { alerts, waterings }: Pick<HistoryNotes, 'alerts' | 'waterings'>,
  plots: readonly Plot[],
): ChartLane[] {
  const drawn = plots.flatMap(({ content, lines }) =>
    lines.filter(({ isGhost, isHidden }) => !isGhost && !isHidden).map((line) => ({ line, content })),
  )
  const alertEvents = drawn.flatMap(({ line, content }) => {
    const own = alerts.filter(({ seriesId }) => seriesId === line.id)
    const points = own.length > 0 ? line.series.runs.flat() : []
    return own.map((note) => {
      const episode = note.opening && episodeOf(points, line.widthMs, note.opening)
      return alertEvent(note, episode, { content, widthMs: line.widthMs })
    })
  })
  return [
    { ...ALERTS, events: alertEvents },
    { ...WATERED, events: waterings },
    { name: 'No data', colour: 'line-strong', events: drawn.flatMap(({ line }) => gapEvents(line)) },
  ]
}

/** When the newest alert and the newest watering of a range were, which are drawn through its plots. */
export function stemsOf(
  { alerts, waterings }: Pick<HistoryNotes, 'alerts' | 'waterings'>,
  { from, to }: ChartRange,
  hidden: readonly string[],
): ChartContent['stems'] {
  const shown = alerts.filter(({ seriesId }) => !hidden.includes(seriesId))
  const times = [
    { colour: ALERTS.colour, all: shown.map(({ at }) => at) },
    { colour: WATERED.colour, all: waterings.map((event) => event.from) },
  ]
  return times.flatMap(({ colour, all }) => {
    const time = Math.max(...all.filter((at) => at <= to))
    return time >= from ? [{ time, colour }] : []
  })
}

interface Drawn {
  readonly content: ChartContent
  readonly widthMs: number
}

function alertEvent({ at, words }: AlertNote, episode: Episode | undefined, drawn: Drawn): ChartEvent {
  if (!episode) return { from: at, to: at, words }
  const { to, extreme } = episode
  const mark = extreme === undefined ? {} : { mark: drawn.content.formatValue(extreme) }
  return { from: at, to, words: `${words} ${episodeWords(at, episode, drawn)}`, ...mark }
}

function episodeWords(at: number, { to, hasEnded, extreme }: Episode, { content, widthMs }: Drawn): string {
  const reached = extreme === undefined ? '' : withUnit(content.formatValue(extreme), content.unit)
  if (!hasEnded) {
    return `It had not ended by ${formatDateTime(to)}${reached && ` and had reached ${reached}`}.`
  }
  return `It lasted ${lengthWords(to - at, widthMs)}${reached && ` and reached ${reached}`}.`
}

/** A length between buckets is known to one of them. */
function lengthWords(ms: number, widthMs: number): string {
  if (widthMs === 0) return formatDuration(ms)
  if (ms < widthMs) return `less than ${formatDuration(widthMs)}`
  return `about ${formatDuration(Math.round(ms / widthMs) * widthMs)}`
}

function gapEvents({ name, series }: PlotLine): ChartEvent[] {
  return series.gaps.map(({ from, to }) => ({
    from,
    to,
    words: `${name}: no data from ${formatDateTime(from)} to ${formatDateTime(to)}`,
  }))
}
