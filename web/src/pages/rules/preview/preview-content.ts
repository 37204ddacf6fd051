import {
  clearRange,
  type Device,
  type Metric,
  type RuleKind,
  type RulePreview,
  type SeriesHistory,
} from '@greenhouse/contract'
import { levelWords, limitWords } from '../../../shared/rule/condition-words.ts'
import { limitsOfRule } from '../../../shared/rule/limits-of-rule.ts'
import { chartSeries } from '../../../shared/history/chart-series.ts'
import { formatNumber } from '../../../lib/format.ts'
import { decimalsFor, shownNumber, shownUnit } from '../../../shared/metric/show-value.ts'
import type { ChartContent, ChartLimit, ChartRange } from '../../../ui/chart/chart-types.ts'

interface PreviewContentInput {
  readonly kind: RuleKind
  /** In the metric's unit; undefined while invalid. */
  readonly limit: number | undefined
  readonly upperLimit: number | null
  readonly clearAt: number | undefined
  readonly history: SeriesHistory
  readonly metric: Metric
  readonly label: string
  readonly device: Pick<Device, 'waitTime' | 'createdAt'>
  readonly preview: RulePreview | undefined
  readonly celsius: boolean
  /** The fetched range and the shown part of it. */
  readonly full: ChartRange
  readonly range: ChartRange
}

const GUTTER_PX = 12

/** Returns a chart of one series, the limits, and the time spans in which they would have been broken. */
export function previewContent(input: PreviewContentInput): ChartContent {
  const { history, metric, label, device, preview, celsius, full, range } = input
  const series = chartSeries(history, {
    metric,
    celsius,
    intervalSeconds: Number(device.waitTime),
    ...full,
    now: full.to,
    since: Date.parse(device.createdAt) || 0,
  })
  const decimals = decimalsFor(
    metric,
    series.runs.flat().map(({ min }) => min),
  )
  return {
    lines: [
      {
        id: history.seriesId,
        name: label,
        series,
        colour: metric.colour,
        dash: [],
        width: 1.5,
        hasBand: true,
        isNamed: false,
      },
    ],
    range,
    unit: shownUnit(metric, celsius),
    nights: [],
    limits: chartLimits(input),
    broken: (preview?.episodes ?? []).map(({ openedAt, closedAt }) => ({
      from: Date.parse(openedAt),
      to: closedAt === null ? full.to : Date.parse(closedAt),
    })),
    stems: [],
    spanMin: shownNumber(metric, metric.spanMin, celsius) - shownNumber(metric, 0, celsius),
    gutter: GUTTER_PX,
    formatValue: (value, digits = decimals) => formatNumber(value, digits),
  }
}

/** Labels limits on the side where they are broken, and on the other with the level where alerts are over. */
function chartLimits({ kind, limit, upperLimit, clearAt, metric, celsius }: PreviewContentInput): ChartLimit[] {
  if (limit === undefined) return []
  const lower =
    kind === 'outside' && clearAt !== undefined ? clearRange({ kind, limit, upperLimit, clearAt }).from : undefined
  return limitsOfRule({ kind, limit, upperLimit }).flatMap((one): ChartLimit[] => {
    const isUpper = one.kind === 'above'
    const level = kind === 'outside' && !isUpper ? lower : clearAt
    const drawn: ChartLimit = {
      value: shownNumber(metric, one.limit, celsius),
      label: limitWords(metric, one, celsius),
      side: isUpper ? 'above' : 'below',
    }
    if (level === undefined || level === one.limit) return [drawn]
    const over: ChartLimit = {
      value: shownNumber(metric, level, celsius),
      label: `over at ${levelWords(metric, level, celsius)}`,
      isSoft: true,
      side: isUpper ? 'below' : 'above',
    }
    return [drawn, over]
  })
}
