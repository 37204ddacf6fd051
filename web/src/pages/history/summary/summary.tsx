import { DAY_MS, HOUR_MS } from '@greenhouse/contract'
import type { ReactNode } from 'react'
import { dailyLight, degreeDays, statisticsOf, type Bounds, type DaySum } from './statistics.ts'
import { formatDateTime, formatNumber, withUnit } from '../../../lib/format.ts'
import { formatDuration } from '../../../lib/format-duration.ts'
import { shownNumber } from '../../../shared/metric/show-value.ts'
import { seriesWithin } from '../../../ui/chart/chart-scale.ts'
import type { ChartRange } from '../../../ui/chart/chart-types.ts'
import { LineSample } from '../../../ui/chart/line-sample.tsx'
import type { Plot, PlotLine } from '../plots/plot.ts'
import type { SeriesLimit } from '../notes/use-history-notes.ts'

/** Bounds of degree days, °C. */
const [BASE, TOP] = [10, 30]

interface SummaryProps {
  plots: readonly Plot[]
  range: ChartRange
  limits: readonly SeriesLimit[]
  celsius: boolean
}

/** Excludes the previous period. */
export function Summary({ plots, range, limits, celsius }: SummaryProps) {
  const known = plots.flatMap((plot) => {
    const lines = plot.lines.filter(
      (line) => !line.isGhost && !line.isHidden && seriesWithin(line.series, range).runs.length > 0,
    )
    return lines.length > 0 ? [{ plot, lines }] : []
  })
  if (known.length === 0) return undefined
  return (
    <section aria-labelledby="summary" className="mt-2 grid gap-2 border-t border-line pt-4">
      <h2 id="summary" className="text-lg">
        Summary
      </h2>
      {known.map(({ plot, lines }) => (
        <div key={lines[0]?.id}>
          {known.length > 1 && <h3 className="pt-2 text-sm font-semibold text-ink-soft">{plot.title}</h3>}
          <ul className="divide-y divide-line">
            {lines.map((line) => (
              <Row key={line.id} plot={plot} line={line} range={range} limits={limits} celsius={celsius} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

interface RowProps extends Omit<SummaryProps, 'plots'> {
  plot: Plot
  line: PlotLine
}

function Row({ plot: { content }, line, range, limits, celsius }: RowProps) {
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
  const [base, top] = [shownNumber(metric, BASE, celsius), shownNumber(metric, TOP, celsius)]
  const degrees = metric.id === 'temperature' ? degreeDays(runs, { widthMs: line.widthMs, base, top }) : undefined
  const light = metric.id === 'ppfd' ? dailyLight(runs, line.widthMs) : undefined
  return (
    <li className="grid gap-2 py-3">
      <p className="flex min-w-0 items-center gap-2 font-semibold">
        <LineSample colour={line.colour} dash={line.dash} width={line.width} />
        <bdi className="min-w-0 wrap-anywhere">{line.name}</bdi>
      </p>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3 lg:grid-cols-6">
        <Figure name="Lowest" more={formatDateTime(found.lowest.time)}>
          {write(found.lowest.value)}
        </Figure>
        <Figure name="Highest" more={formatDateTime(found.highest.time)}>
          {write(found.highest.value)}
        </Figure>
        <Figure name="Mean">{write(found.mean)}</Figure>
        {found.aboveMs !== undefined && above !== undefined && (
          <Figure name={`At or above ${write(above)}`}>{timeWords(found.aboveMs, found.highest.value >= above)}</Figure>
        )}
        {found.belowMs !== undefined && below !== undefined && (
          <Figure name={`At or below ${write(below)}`}>{timeWords(found.belowMs, found.lowest.value <= below)}</Figure>
        )}
        {degrees && degrees.days > 0 && <Figure name="Degree days">{formatNumber(degrees.sum, 0)}</Figure>}
        {light && light.days > 0 && (
          <Figure name="Light a day">{withUnit(formatNumber(light.sum / light.days, 1), 'mol/m²')}</Figure>
        )}
      </dl>
      <p className="text-xs text-ink-soft">
        {notesOf({ gaps, range, widthMs: line.widthMs, hours: [found.aboveMs, found.belowMs] }).join(' ')}
        {degrees && degrees.days > 0 && ` ${degreeWords({ unit: content.unit, base, top })}`}
        {daysWords(degrees ?? light, line.widthMs)}
      </p>
    </li>
  )
}

function Figure({ name, more, children }: { name: string; more?: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-soft">{name}</dt>
      <dd className="font-semibold">
        {children} {more !== undefined && <span className="block text-xs font-normal text-ink-soft">{more}</span>}
      </dd>
    </div>
  )
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

function daysWords(sum: DaySum | undefined, widthMs: number): string {
  if (sum === undefined || sum.days === 0) return ''
  if (widthMs >= DAY_MS) return ' A day counts by its average, however few readings it has.'
  if (sum.leftOut === 0) return ''
  const days = sum.leftOut === 1 ? 'One day' : `${sum.leftOut} days`
  return ` ${days} with less than 18 hours of readings ${sum.leftOut === 1 ? 'is' : 'are'} left out.`
}

interface NotesInput {
  gaps: readonly ChartRange[]
  range: ChartRange
  widthMs: number
  hours: ReadonlyArray<Bounds | undefined>
}

/** Returns notes about excluded time and inexact hours. */
function notesOf({ gaps, range, widthMs, hours: counted }: NotesInput): string[] {
  const missing = gaps.reduce((sum, { from, to }) => sum + Math.min(to, range.to) - Math.max(from, range.from), 0)
  const isExact = counted.every((bounds) => bounds === undefined || bounds.min === bounds.max)
  return [
    ...(missing > 0 ? [`${hours(missing)} without readings are left out.`] : []),
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
