import { dailyLight, DAY_MS, degreeDays, GROWTH_BOUNDS, HOUR_MS, type DaySum } from '@greenhouse/contract'
import { statisticsOf, type Bounds } from './statistics.ts'
import { formatNumber, formatShortDate, formatTime, withUnit } from '../../../lib/format.ts'
import { formatDuration } from '../../../lib/format-duration.ts'
import { shownNumber } from '../../../shared/metric/show-value.ts'
import { seriesWithin } from '../../../ui/chart/chart-scale.ts'
import type { ChartRange } from '../../../ui/chart/chart-types.ts'
import { LineSample } from '../../../ui/chart/line-sample.tsx'
import type { Plot, PlotLine } from '../plots/plot.ts'
import type { SeriesLimit } from '../notes/use-history-notes.ts'

interface SummaryProps {
  plots: readonly Plot[]
  range: ChartRange
  limits: readonly SeriesLimit[]
  celsius: boolean
  /** Of the days of its sums. */
  zone: string
  /** Renders a table instead of a list. */
  isWide: boolean
}

/** Excludes the previous period. */
export function Summary({ plots, range, limits, celsius, zone, isWide }: SummaryProps) {
  const known = plots.flatMap((plot) => {
    const rows = plot.lines
      .filter((line) => !line.isGhost && !line.isHidden)
      .flatMap((line) => summaryOf(plot, line, { range, limits, celsius, zone }) ?? [])
    const names = [...new Set(rows.flatMap(({ figures }) => figures.map(({ name }) => name)))]
    return rows.length > 0 ? [{ plot, rows, names }] : []
  })
  if (known.length === 0) return undefined
  const columns = Math.max(...known.map(({ names }) => names.length))
  return (
    <section
      aria-labelledby="summary"
      className="mt-3 grid grid-cols-1 gap-1 rounded-card border border-line bg-surface px-3 py-4 shadow-panel sm:mt-6 sm:px-6"
    >
      <h2 id="summary" className="text-lg">
        Summary, {lengthWords(range)}
      </h2>
      {known.map((one) =>
        isWide ? (
          <SummaryTable key={one.rows[0]?.line.id} {...one} columns={columns} />
        ) : (
          <SummaryList key={one.rows[0]?.line.id} {...one} />
        ),
      )}
      {[...new Set(known.flatMap(({ rows }) => rows.flatMap(({ notes }) => notes)))].map((note) => (
        <p key={note} className="text-xs text-ink-soft">
          {note}
        </p>
      ))}
    </section>
  )
}

interface Figure {
  readonly name: string
  readonly words: string
  readonly time?: string
}

interface SummaryRow {
  readonly line: PlotLine
  readonly figures: readonly Figure[]
  readonly notes: readonly string[]
}

interface PlotSummary {
  plot: Plot
  rows: readonly SummaryRow[]
  /** Of the figures. */
  names: readonly string[]
}

/** @param columns as many as the widest table has, so that those of all tables are in line */
function SummaryTable({ plot, rows, names, columns }: PlotSummary & { columns: number }) {
  const lacking = columns - names.length
  return (
    <table className="w-full table-fixed text-sm">
      <thead>
        <tr className="border-b border-line text-ink-soft">
          <th scope="col" className="w-[30%] py-2.5 text-start font-normal">
            {plot.title}, {plot.content.unit}
          </th>
          {names.map((name) => (
            <th key={name} scope="col" className="py-2.5 ps-4 text-end font-normal">
              {name}
            </th>
          ))}
          {lacking > 0 && <td aria-hidden colSpan={lacking} />}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ line, figures }) => (
          <tr key={line.id} className="border-b border-line">
            <th scope="row" className="py-2.5 text-start font-semibold">
              <LineName line={line} />
            </th>
            {names.map((name) => (
              <td key={name} className="py-2.5 ps-4 text-end">
                <FigureWords figure={figures.find((one) => one.name === name)} />
              </td>
            ))}
            {lacking > 0 && <td aria-hidden colSpan={lacking} />}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function SummaryList({ rows }: PlotSummary) {
  return (
    <ul className="divide-y divide-line">
      {rows.map(({ line, figures }) => (
        <li key={line.id} className="grid gap-2 py-3">
          <p className="font-semibold">
            <LineName line={line} />
          </p>
          <dl className="grid grid-cols-3 gap-x-4 gap-y-2 text-sm">
            {figures.map((figure) => (
              <div key={figure.name}>
                <dt className="text-xs text-ink-soft">{figure.name}</dt>
                <dd>
                  <FigureWords figure={figure} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

function LineName({ line }: { line: PlotLine }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <LineSample colour={line.colour} dash={line.dash} width={line.width} />
      <bdi className="min-w-0 wrap-anywhere">{line.name}</bdi>
    </span>
  )
}

function FigureWords({ figure }: { figure: Figure | undefined }) {
  if (!figure) return '–'
  return (
    <>
      <b className="font-semibold">{figure.words}</b>{' '}
      {figure.time !== undefined && <span className="inline-block text-xs text-ink-soft">{figure.time}</span>}
    </>
  )
}

function summaryOf(
  { content }: Plot,
  line: PlotLine,
  { range, limits, celsius, zone }: Pick<SummaryProps, 'range' | 'limits' | 'celsius' | 'zone'>,
): SummaryRow | undefined {
  const { runs, gaps } = seriesWithin(line.series, range)
  const { metric } = line.of
  const of = limits.filter(({ seriesId }) => seriesId === line.id)
  const values = (operator: SeriesLimit['operator']) =>
    of.filter((limit) => limit.operator === operator).map(({ value }) => value)
  const [highs, lows] = [values('>='), values('<=')]
  const above = highs.length > 0 ? Math.min(...highs) : undefined
  const below = lows.length > 0 ? Math.max(...lows) : undefined
  const found = statisticsOf(runs, { widthMs: line.widthMs, newest: line.newest, above, below })
  if (!found) return undefined
  const write = (value: number) => withUnit(content.formatValue(value), content.unit)
  const days = { widthMs: line.widthMs, zone }
  const base = shownNumber(metric, GROWTH_BOUNDS.base, celsius)
  const top = shownNumber(metric, GROWTH_BOUNDS.top, celsius)
  const degrees = metric.id === 'temperature' ? degreeDays(runs, { ...days, base, top }) : undefined
  const light = metric.id === 'ppfd' ? dailyLight(runs, days) : undefined
  const figures: Figure[] = [
    { name: 'Lowest', words: write(found.lowest.value), time: timeOf(found.lowest.time) },
    { name: 'Highest', words: write(found.highest.value), time: timeOf(found.highest.time) },
    { name: 'Mean', words: write(found.mean) },
  ]
  if (found.aboveMs !== undefined && above !== undefined)
    figures.push({ name: `At or above ${write(above)}`, words: timeWords(found.aboveMs, found.highest.value >= above) })
  if (found.belowMs !== undefined && below !== undefined)
    figures.push({ name: `At or below ${write(below)}`, words: timeWords(found.belowMs, found.lowest.value <= below) })
  if (degrees && degrees.days > 0) figures.push({ name: 'Degree days', words: formatNumber(degrees.sum, 0) })
  if (light && light.days > 0)
    figures.push({ name: 'Light a day', words: withUnit(formatNumber(light.sum / light.days, 1), 'mol/m²') })
  return {
    line,
    figures,
    notes: [
      ...notesOf({
        name: line.name,
        // Time before the first reading counts as well.
        gaps: gaps.filter(({ to }) => to > (runs[0]?.[0]?.time ?? 0)),
        range,
        widthMs: line.widthMs,
        hours: [found.aboveMs, found.belowMs],
      }),
      ...(degrees && degrees.days > 0 ? [degreeWords({ unit: content.unit, base, top })] : []),
      ...daysWords(degrees ?? light, line.widthMs),
    ],
  }
}

/** Returns `7 days`, or `3 h` for less than two. */
function lengthWords({ from, to }: ChartRange): string {
  const days = Math.round((to - from) / DAY_MS)
  return days > 1 ? `${days} days` : formatDuration(to - from)
}

/** Returns `16/06, 13.30`. */
function timeOf(time: number): string {
  return `${formatShortDate(time)}, ${formatTime(time)}`
}

interface DegreeWords {
  unit: string
  base: number
  top: number
}

function degreeWords({ unit, base, top }: DegreeWords): string {
  const write = (value: number) => withUnit(formatNumber(value, 0), unit)
  return `Degree days count from ${write(base)}, the highest value as at most ${write(top)}.`
}

function daysWords(sum: DaySum | undefined, widthMs: number): string[] {
  if (sum === undefined || sum.days === 0) return []
  if (widthMs >= DAY_MS) return ['A day counts by its average, however few readings it has.']
  if (sum.leftOut === 0) return []
  const days = sum.leftOut === 1 ? 'One day' : `${sum.leftOut} days`
  return [`${days} with less than 18 hours of readings ${sum.leftOut === 1 ? 'is' : 'are'} left out.`]
}

interface NotesInput {
  name: string
  gaps: readonly ChartRange[]
  range: ChartRange
  widthMs: number
  hours: ReadonlyArray<Bounds | undefined>
}

/** Returns notes about excluded time and inexact hours. */
function notesOf({ name, gaps, range, widthMs, hours: counted }: NotesInput): string[] {
  const missing = gaps.reduce((sum, { from, to }) => sum + Math.min(to, range.to) - Math.max(from, range.from), 0)
  const isExact = counted.every((bounds) => bounds === undefined || bounds.min === bounds.max)
  return [
    ...(missing > 0
      ? [`The ${hours(missing)} without readings of ${name.replace(/, silent$/, '')} are left out.`]
      : []),
    ...(isExact ? [] : [`Hours are counted from the lowest and highest values of every ${formatDuration(widthMs)}.`]),
  ]
}

/** Returns `3 h`, or `at least 3 h, at most 5 h` if buckets are inexact. Zero only for never. */
function timeWords({ min, max }: Bounds, isReached: boolean): string {
  // A single reading covers no time.
  if (max === 0 && isReached) return 'a moment'
  if (min === max) return hours(min)
  return min === 0 ? `at most ${hours(max)}` : `at least ${hours(min)}, at most ${hours(max)}`
}

function hours(ms: number): string {
  if (ms > 0 && ms < HOUR_MS) return formatDuration(ms)
  return withUnit(formatNumber(ms / HOUR_MS, ms % HOUR_MS === 0 || ms > 100 * HOUR_MS ? 0 : 1), 'h')
}
