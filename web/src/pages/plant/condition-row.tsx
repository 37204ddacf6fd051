import { isMissing, type Metric, type PlantRange, type Stage } from '@greenhouse/contract'
import { ArrowDownToLine, ArrowUpToLine, Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { formatAge, formatDateTime, formatNumber } from '../../lib/format.ts'
import { classes } from '../../lib/classes.ts'
import { useNow } from '../../lib/use-now.ts'
import { useMay } from '../../shared/household/household-queries.ts'
import { livenessOf } from '../../shared/liveness/liveness.ts'
import { MetricIcon } from '../../shared/metric/metric-icon.tsx'
import { decimalsOf, showValue, shownNumber } from '../../shared/metric/show-value.ts'
import { BulletBar } from '../../shared/series/bullet-bar.tsx'
import { brokenLimit } from '../../shared/series/series-tile.ts'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import type { Condition, Source } from './conditions.ts'
import { outsideOf, rangeWords } from '../../shared/metric/range-words.ts'
import { ruleAddress } from './rule-address.ts'

interface ConditionRowProps {
  condition: Condition
  stage: Stage | null
  /** All values are of one device, which the head of the panel names. */
  isAlone: boolean
}

export function ConditionRow({ condition, stage, isAlone }: ConditionRowProps) {
  const { metric, name, label, range, source } = condition
  const { celsius } = useSettings()
  const now = useNow(AGE_EVERY_MS)
  const state = source ? stateOf(source, now) : undefined
  const value = source?.series.newest?.value
  const { text, unit } = showValue(metric, value, celsius)
  const isSilent = state?.isSilent === true
  const verdict = source && !isSilent ? verdictOf(condition, value, celsius) : undefined
  const ideal = range && `ideal ${rangeWords(range, metric, celsius)}`
  const address = useMay('gardener') ? ruleAddress(condition, celsius) : undefined
  const facts = [label, isAlone ? undefined : source?.device.deviceName, state?.words].filter(Boolean)
  return (
    <li className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-line px-4 py-2 not-first:border-t sm:grid-cols-[minmax(0,1.1fr)_6rem_minmax(4rem,1fr)_6.5rem_6.5rem] sm:px-6">
      <span className={classes('flex min-w-0 items-center gap-2.5', address !== undefined && 'sm:row-span-2')}>
        <MetricIcon metric={metric.id} />
        <span className="min-w-0">
          <bdi className="block truncate">
            {name}
            {metric.id === 'vpd' && stage !== null && `, ${stage}`}
          </bdi>
          {facts.length > 0 && <span className="block truncate text-xs text-ink-soft">{facts.join(', ')}</span>}
        </span>
      </span>
      <span className={classes('text-end whitespace-nowrap', isSilent && 'text-ink-soft')}>
        <b className="font-semibold">{source ? text : '–'}</b>
        {source && unit !== '' && <span className="text-sm text-ink-soft">{`\u00a0${unit}`}</span>}
      </span>
      {range && source ? (
        <BulletBar
          label={name}
          words={[`${text}\u00a0${unit}`.trim(), ideal, verdict?.words].filter(Boolean).join(', ')}
          value={isMissing(metric, value) || isSilent ? undefined : value}
          {...scaleOf(metric, range, value)}
          good={{ lower: range.low ?? undefined, upper: range.high ?? undefined }}
          tone={verdict?.tone === 'ok' ? 'ink' : (verdict?.tone ?? 'ink')}
          className="max-sm:col-span-2 max-sm:my-1"
        />
      ) : (
        <span className="max-sm:hidden" />
      )}
      <span className="text-sm text-ink-soft sm:whitespace-nowrap">{ideal}</span>
      <span className="text-end text-sm whitespace-nowrap">
        {source ? verdict && <Verdict {...verdict} /> : <span className="text-ink-soft">no sensor</span>}
      </span>
      {address !== undefined && (
        <Link
          to={address}
          aria-label={`Alert me outside this: ${name}`}
          className="hit-area justify-self-end text-xs font-semibold text-leaf-strong hover:underline col-span-2 sm:col-start-4"
        >
          Alert me outside this
        </Link>
      )}
    </li>
  )
}

const AGE_EVERY_MS = 10_000

interface VerdictProps {
  readonly words: string
  readonly tone: 'ok' | 'sun' | 'danger'
  readonly side?: 'above' | 'below' | undefined
}

function Verdict({ words, tone, side }: VerdictProps): ReactNode {
  const Icon = side === undefined ? Check : side === 'above' ? ArrowUpToLine : ArrowDownToLine
  return (
    <span className={classes('inline-flex items-center gap-1 font-medium', TONES[tone])}>
      <Icon aria-hidden className="size-3.5" />
      {words}
    </span>
  )
}

const TONES = { ok: 'text-ok', sun: 'text-sun-ink', danger: 'text-danger' } as const

/** Returns how a value lies in its range; red only where a rule is broken. */
function verdictOf(
  { metric, range, source }: Condition,
  value: number | undefined,
  celsius: boolean,
): VerdictProps | undefined {
  if (value === undefined || isMissing(metric, value)) return undefined
  const outside = range && outsideOf(value, range, metric, celsius)
  const broken = source && brokenLimit(value, source.limits)
  if (outside) {
    const { side, distance } = outside
    return { words: `${distance} ${side}`, side, tone: broken?.side === side ? 'danger' : 'sun' }
  }
  if (broken) {
    const limit = shownNumber(metric, broken.limit, celsius)
    const words = formatNumber(limit, decimalsOf(limit, LIMIT_DECIMALS))
    return { words: `${value === broken.limit ? 'at' : broken.side} ${words}`, side: broken.side, tone: 'danger' }
  }
  return range && { words: 'in range', tone: 'ok' }
}

const LIMIT_DECIMALS = 2

/** Returns the age of a value that is not new. */
function stateOf({ series: { newest }, device }: Source, now: number): { isSilent: boolean; words: string } {
  if (!newest) return { isSilent: true, words: 'no reading yet' }
  const age = Math.max(now - Date.parse(newest.time), 0)
  const liveness = livenessOf(age, Number(device.waitTime))
  if (liveness === 'live') return { isSilent: false, words: '' }
  if (liveness === 'late') return { isSilent: false, words: `late, ${formatAge(age)}` }
  return { isSilent: true, words: `silent since ${formatDateTime(newest.time)}` }
}

/** Wider ranges, such as that of a thermometer, would hide all changes. */
const WHOLE_RANGE_MAX = 100
const MARGIN = 0.5

/** Returns the ends of a bar: those of the metric, or of the range and the value with a margin. */
function scaleOf(metric: Metric, { low, high }: PlantRange, value = low ?? high ?? 0): { min: number; max: number } {
  if (metric.range.max - metric.range.min <= WHOLE_RANGE_MAX) return metric.range
  const known = [low, high, value].filter((one) => one !== null)
  const [lowest, highest] = [Math.min(...known), Math.max(...known)]
  const margin = Math.max((high ?? highest) - (low ?? lowest), metric.spanMin) * MARGIN
  return { min: lowest - margin, max: highest + margin }
}
