import { clearRange, limitStep, toShownLimit, type Device, type Metric } from '@greenhouse/contract'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { chartSeries } from '../../../shared/history/chart-series.ts'
import { connectPath } from '../../../shared/device/connect-path.ts'
import { Role } from '../../../shared/household/roles.tsx'
import { decimalsOf, shownUnit } from '../../../shared/metric/show-value.ts'
import type { SensorChoice } from '../../../shared/rule/sensor-choices.ts'
import { formatNumber, withUnit } from '../../../lib/format.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { ChartPoint } from '../../../ui/chart/chart-types.ts'
import { spreadOf } from '../first-limits.ts'
import { EmptyPlot } from '../plot/empty-plot.tsx'
import { PLOT_HEIGHT, RulePlot, type PlotLimit } from '../plot/rule-plot.tsx'
import { changesWithin } from '../preview/firings.ts'
import { NoReadings } from '../preview/no-readings.tsx'
import { PREVIEW_DAYS } from '../preview/preview-query.ts'
import { ResultPanel } from '../preview/result-panel.tsx'
import type { RuleGround, Trial, TriedLimits } from '../preview/use-tried-rule.ts'
import { typed, type RuleDraft } from '../rule-draft.ts'
import type { RulePartProps } from '../rule-form.ts'
import { endWords } from '../sentence/rule-words.ts'
import { readThreshold } from '../threshold.ts'
import { brokenOf, shownRange } from './plot-ranges.ts'
import { SilencePlot } from './silence-plot.tsx'

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
  const isEmpty = ground.days === 0 || ground.isError
  const message = notice ?? errors['limit'] ?? errors['upperLimit'] ?? errors['silence']
  return (
    <div className="grid min-w-0 max-sm:rounded-card max-sm:border max-sm:border-line max-sm:bg-surface max-sm:shadow-panel lg:grid-cols-[minmax(0,1fr)_18.75rem]">
      <div className="min-w-0 max-lg:overflow-clip max-lg:rounded-t-card lg:border-e lg:border-line">
        {isEmpty ? (
          <Nothing device={device} ground={ground} />
        ) : ground.days === undefined ? (
          <div className={`p-4 ${PLOT_HEIGHT}`}>
            <Skeleton className="h-full rounded-control" />
          </div>
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

function Nothing({ device, ground }: Pick<TryPanelProps, 'device' | 'ground'>) {
  const name = device?.deviceName ?? 'The device'
  if (ground.isError)
    return (
      <EmptyPlot title={`The last ${PREVIEW_DAYS} days could not be loaded`}>
        <p className="text-ink-soft">A rule can be set without them: give its number.</p>
        <Button onClick={() => void ground.refetch()} className="mt-2">
          Try again
        </Button>
      </EmptyPlot>
    )
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
          <Link to={connectPath(device.deviceId)} className={`${buttonClass()} mt-2 max-w-full wrap-anywhere`}>
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
        name,
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
