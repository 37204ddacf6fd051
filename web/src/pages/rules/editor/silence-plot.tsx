import { DAY_MS, HOUR_MS, SILENT_SECONDS_MAX, type Device } from '@greenhouse/contract'
import { useMemo } from 'react'
import { decimalsOf } from '../../../shared/metric/show-value.ts'
import { secondsWords } from '../../../shared/rule/condition-words.ts'
import { startOfDay, toCalendarDate } from '../../../lib/dates.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useSame } from '../../../lib/use-same.ts'
import type { ChartPoint, ChartRange } from '../../../ui/chart/chart-types.ts'
import { RulePlot, type PlotBar, type PlotLimit } from '../plot/rule-plot.tsx'
import type { Silence } from '../preview/firings.ts'
import type { RuleGround, Trial, TriedLimits } from '../preview/use-tried-rule.ts'
import { readThreshold } from '../threshold.ts'
import { brokenOf, shownRange } from './plot-ranges.ts'

const HOUR_S = HOUR_MS / 1000

interface SilencePlotProps {
  ground: RuleGround
  trial: Trial
  limits: TriedLimits | undefined
  device: Device | undefined
  /** Why the limit was refused. */
  message: string | undefined
  mayEdit: boolean
  onSilence: (seconds: number) => void
}

/** Shows the hours without readings of each day, under the limit. */
export function SilencePlot({ ground, trial, limits, device, mayEdit, message, onSilence }: SilencePlotProps) {
  const range = shownRange(ground)
  const { silences } = ground
  const same = useSame({ silences, from: range.from, to: range.to })
  const bars = useMemo(() => barsOf(same.silences ?? [], same), [same])
  const seconds = limits?.limit
  const lines: PlotLimit[] =
    seconds === undefined
      ? []
      : [
          {
            name: 'silence',
            label: 'Limit',
            value: seconds / HOUR_S,
            words: secondsWords(seconds),
            // A quarter of an hour, or minutes while the limit is short.
            step: seconds < 2 * HOUR_S ? 1 / 60 : 0.25,
            bounds: { min: 1 / 60, max: SILENT_SECONDS_MAX / HOUR_S },
            at: 0.57,
            error: message,
            onMove: mayEdit ? (hours) => onSilence(Math.round(hours * 60) * 60) : undefined,
            onType: (text) => {
              const minutes = readThreshold(text, { isGeneric: true })
              if (minutes !== undefined && minutes >= 1) onSilence(Math.round(minutes * 60))
            },
            end: undefined,
          },
        ]
  return (
    <RulePlot
      label={`Hours without readings of ${device?.deviceName ?? ''} on each day`}
      range={range}
      unit="h"
      colour="ink-soft"
      runs={NO_RUNS}
      bars={bars}
      spanMin={1}
      isFromZero
      limits={lines}
      broken={brokenOf(trial, range.to)}
      formatValue={(value) => formatNumber(value, decimalsOf(value, 2))}
    />
  )
}

const NO_RUNS: ChartPoint[][] = []

/** Returns a bar for each day: the longest silence that touches it, in hours. */
function barsOf(silences: readonly Silence[], { from, to }: ChartRange): PlotBar[] {
  const bars: PlotBar[] = []
  for (let at = to; at > from - DAY_MS; at -= DAY_MS) {
    const day = startOfDay(toCalendarDate(at)).getTime()
    const next = startOfDay(toCalendarDate(day + 1.5 * DAY_MS)).getTime()
    const touching = silences.filter((one) => one.from < next && (one.to ?? to) > day)
    const longest = Math.max(0, ...touching.map((one) => (one.to ?? to) - one.from))
    if (next > from) bars.push({ from: Math.max(day, from), to: Math.min(next, to), value: longest / HOUR_MS })
  }
  return bars
}
