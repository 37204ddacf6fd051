import {
  clearRange,
  DAY_MS,
  HOUR_MS,
  limitStep,
  SILENT_SECONDS_MAX,
  toShownLimit,
  type Device,
  type Metric,
} from '@greenhouse/contract'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { chartSeries } from '../../../shared/history/chart-series.ts'
import { Role } from '../../../shared/household/roles.tsx'
import { decimalsOf, shownUnit } from '../../../shared/metric/show-value.ts'
import { secondsWords } from '../../../shared/rule/condition-words.ts'
import type { SensorChoice } from '../../../shared/rule/sensor-choices.ts'
import { startOfDay, toCalendarDate } from '../../../lib/dates.ts'
import { formatNumber, withUnit } from '../../../lib/format.ts'
import { useSame } from '../../../lib/use-same.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { ChartPoint, ChartRange } from '../../../ui/chart/chart-types.ts'
import { spreadOf } from '../first-limits.ts'
import { EmptyPlot } from '../plot/empty-plot.tsx'
import { RulePlot, type PlotBar, type PlotLimit } from '../plot/rule-plot.tsx'
import { changesWithin, type Silence } from '../preview/firings.ts'
import { NoReadings } from '../preview/no-readings.tsx'
import { PREVIEW_DAYS } from '../preview/preview-query.ts'
import { ResultPanel } from '../preview/result-panel.tsx'
import type { RuleGround, Trial, TriedLimits } from '../preview/use-tried-rule.ts'
import { typed, type RuleDraft } from '../rule-draft.ts'
import type { RulePartProps } from '../rule-form.ts'
import { endWords } from '../sentence/rule-words.ts'
import { readThreshold } from '../threshold.ts'

type LimitName = 'limit' | 'upperLimit'

interface TryPanelProps extends RulePartProps {
  sensor: SensorChoice
  ground: RuleGround
  trial: Trial
  limits: TriedLimits | undefined
  device: Device | undefined
  /** Why the server refused the rule. */
  notice: string | undefined
  mayEdit: boolean
  onLimit: (name: LimitName, text: string) => void
  onSilence: (seconds: number) => void
  onTake: (limit: string) => void
  onChoose: (limit: Pick<RuleDraft, 'kind' | 'limit'>) => void
}

/** The plot with its lines beside what the rule would have done; without readings a number field. */
export function TryPanel(props: TryPanelProps) {
  const { draft, reader, sensor, ground, trial, limits, mayEdit, device, notice, errors, onTake } = props
  const isEmpty = ground.days === 0
  const message = notice ?? errors['limit'] ?? errors['upperLimit'] ?? errors['clearAt'] ?? errors['silence']
  return (
    <div className="grid min-w-0 max-sm:rounded-card max-sm:border max-sm:border-line max-sm:bg-surface max-sm:shadow-panel lg:grid-cols-[minmax(0,1fr)_18.75rem]">
      <div className="min-w-0 max-lg:overflow-clip max-lg:rounded-t-card lg:border-e lg:border-line">
        {isEmpty ? (
          <Nothing device={device} />
        ) : ground.days === undefined ? (
          <Skeleton className="m-4 h-69.5 rounded-control lg:h-105" />
        ) : (
          <Plot {...props} message={message} />
        )}
      </div>
      {isEmpty ? (
        <div className="min-w-0">
          <NoReadings {...props} />
          {notice !== undefined && (
            <p role="alert" className="px-4 pb-5 text-sm text-danger sm:px-6">
              {notice}
            </p>
          )}
        </div>
      ) : (
        <ResultPanel
          draft={draft}
          reader={reader}
          sensor={sensor}
          ground={ground}
          trial={trial}
          limits={limits}
          onTake={mayEdit ? onTake : undefined}
        />
      )}
    </div>
  )
}

function Nothing({ device }: { device: Device | undefined }) {
  const name = device?.deviceName ?? 'The device'
  return (
    <EmptyPlot
      title={
        <>
          <bdi>{name}</bdi> has not sent anything yet
        </>
      }
    >
      <p className="text-ink-soft">
        Give a number now. The last {PREVIEW_DAYS} days appear here as they come: 0 of {PREVIEW_DAYS} days.
      </p>
      {device && (
        <Role atLeast="owner">
          <Link to={`/mydevice/${device.deviceId}`} className={`${buttonClass()} mt-2 max-w-full wrap-anywhere`}>
            Connect {name}
          </Link>
        </Role>
      )}
    </EmptyPlot>
  )
}

type PlotProps = TryPanelProps & { message: string | undefined }

function Plot(props: PlotProps) {
  return props.draft.kind === 'silent' ? <SilencePlot {...props} /> : <ValuePlot {...props} />
}

/** Shows only the time since the first reading while there are less than 30 days. */
function shownRange({ range, days = PREVIEW_DAYS, history, silences }: RuleGround): ChartRange {
  const first = history?.time[0]
  if (days >= PREVIEW_DAYS - 1) return range
  return { from: first !== undefined && !silences ? first : range.to - days * DAY_MS, to: range.to }
}

function ValuePlot(props: PlotProps) {
  const { draft, reader, sensor, ground, trial, device, mayEdit, message, onLimit } = props
  const { metric, label } = sensor
  const { celsius } = reader
  const runs = useRuns(props)
  const { kind } = draft
  const unit = shownUnit(metric, celsius)
  const spread = ground.readings ? spreadOf(ground.readings) : 0
  const step = limitStep(metric, spread, celsius)
  const bounds = boundsOf(draft, metric, celsius, step)
  const names: readonly LimitName[] = kind === 'outside' ? ['limit', 'upperLimit'] : ['limit']
  const lines = names.flatMap((name, index): PlotLimit[] => {
    const value = readThreshold(draft[name], { isGeneric: true })
    if (value === undefined) return []
    return [
      {
        id: name,
        label: kind === 'outside' ? (name === 'limit' ? 'Lower limit' : 'Upper limit') : 'Limit',
        value,
        words: withUnit(typed(value), unit),
        step,
        bounds: bounds[name],
        at: 0.57 - index * 0.2,
        error: index === 0 ? message : undefined,
        onMove: mayEdit ? (moved) => onLimit(name, typed(moved)) : undefined,
        onType: (text) => onLimit(name, text.trim()),
        end: endOf(props, name, value),
      },
    ]
  })
  const missing = lines.length < names.length ? message : undefined
  return (
    <>
      <RulePlot
        label={`${label} of ${device?.deviceName ?? ''}, the last ${PREVIEW_DAYS} days`}
        range={shownRange(ground)}
        unit={unit}
        colour={metric.colour}
        runs={runs}
        spanMin={toShownLimit(metric, metric.spanMin, celsius, 'changing')}
        isFromZero={kind === 'changing'}
        limits={lines}
        broken={brokenOf(trial, ground.range.to)}
        formatValue={(value) => formatNumber(value, decimalsOf(value, 6))}
      />
      {missing !== undefined && (
        <p role="alert" className="px-4 pb-4 text-sm text-danger sm:px-6">
          {missing}
        </p>
      )}
    </>
  )
}

/** Returns runs of values, or for `changing` of the changes within its minutes. */
function useRuns({ draft, reader, sensor, ground, device }: PlotProps): ChartPoint[][] {
  const { history, readings, range } = ground
  const { metric } = sensor
  const { celsius } = reader
  const within = draft.kind === 'changing' ? Number(draft.within) || 1 : undefined
  const waitTime = device?.waitTime
  const createdAt = device?.createdAt
  return useMemo(() => {
    if (!history || !readings) return []
    if (within !== undefined) {
      const { at, values } = changesWithin(readings, metric, within)
      const points = Array.from(values, (value, index) => {
        const average = toShownLimit(metric, value, celsius, 'changing')
        return { time: at[index]!, average, min: average, max: average }
      })
      return [points]
    }
    const options = { metric, celsius, intervalSeconds: Number(waitTime ?? 0), ...range, now: range.to }
    const { runs } = chartSeries(history, { ...options, since: Date.parse(createdAt ?? '') || 0 })
    return runs.map((run) => [...run])
  }, [history, readings, within, metric, celsius, waitTime, createdAt, range])
}

function brokenOf({ own }: Trial, until: number): ChartRange[] {
  return (own?.episodes ?? []).map(({ openedAt, closedAt }) => ({ from: openedAt, to: closedAt ?? until }))
}

function boundsOf({ kind, limit, upperLimit }: RuleDraft, metric: Metric, celsius: boolean, step: number) {
  const { min, max } = metric.limits ?? metric.range
  const shown = (level: number) => toShownLimit(metric, level, celsius)
  const all =
    kind === 'changing'
      ? { min: step, max: toShownLimit(metric, max - min, celsius, 'changing') }
      : { min: metric.exclusiveMin === true ? step : shown(min), max: shown(max) }
  const other = (text: string) => readThreshold(text, { isGeneric: true })
  if (kind !== 'outside') return { limit: all, upperLimit: all }
  return {
    limit: { min: all.min, max: (other(upperLimit) ?? all.max) - step },
    upperLimit: { min: (other(limit) ?? all.min) + step, max: all.max },
  }
}

/** Returns the dotted line at which the alert is over. */
function endOf({ draft, reader, sensor, limits }: PlotProps, name: LimitName, value: number): PlotLimit['end'] {
  if (!limits || draft.kind === 'silent' || !endWords(draft, sensor, reader)) return undefined
  const { kind } = draft
  const level = kind === 'outside' && name === 'limit' ? clearRange({ ...limits, kind }).from : limits.clearAt
  const shown = toShownLimit(sensor.metric, level, reader.celsius, kind)
  return shown === value ? undefined : { value: shown, words: `ends at ${typed(shown)}`, isBelow: shown > value }
}

const HOUR_S = HOUR_MS / 1000

function SilencePlot({ ground, trial, limits, device, mayEdit, message, onSilence }: PlotProps) {
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
            id: 'silence',
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
