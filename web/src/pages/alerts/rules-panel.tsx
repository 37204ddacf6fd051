import { metricOfSeries, type Device, type Rule, type Series } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link } from 'wouter'
import { classes } from '../../lib/classes.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { WHOLE_ROW } from '../../shared/episode/episode-parts.tsx'
import { Role } from '../../shared/household/roles.tsx'
import { ANY_DEVICE_LABEL, ANY_DEVICE_WORDS, exceptionWords, isOnAnyDevice } from '../../shared/rule/any-device.ts'
import { ruleWords } from '../../shared/rule/condition-words.ts'
import { firedRules, RULES_PATH } from '../../shared/rule/rule-queries.ts'
import { RuleSwitch } from '../../shared/rule/rule-switch.tsx'
import { WHOLE_DEVICE } from '../../shared/rule/sensor-choices.ts'
import { newestSeries } from '../../shared/series/series-queries.ts'
import { buttonClass } from '../../ui/button.tsx'

const SHOWN = 6

/** Shows the rules that fired in 30 days, most firings first. */
export function RulesPanel({ devices = [], celsius }: { devices: readonly Device[] | undefined; celsius: boolean }) {
  const { data: rules, isError } = useQuery(firedRules)
  const { data: series = [] } = useQuery({ ...newestSeries, enabled: (rules?.length ?? 0) > 0 })
  const fired = mostFired(rules ?? [])
  return (
    <section
      aria-label="Rules that fired"
      className="overflow-hidden rounded-card border border-line bg-surface shadow-panel"
    >
      <header className="flex min-h-15 items-center justify-between gap-4 px-4 py-3 sm:px-6">
        <h2 className="text-xl">Rules that fired</h2>
        <p className="text-sm text-ink-soft">30 days</p>
      </header>
      {fired.length > 0 && (
        <ul aria-label="Rules that fired">
          {fired.map((rule) => (
            <RuleLine key={rule.ruleId} rule={rule} devices={devices} series={series} celsius={celsius} />
          ))}
        </ul>
      )}
      {fired.length === 0 && (
        <p className="min-h-16 border-t border-line px-4 py-4 text-sm text-ink-soft sm:px-6">
          {rules ? 'None in the last 30 days.' : isError && 'The rules could not be loaded.'}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-2.5 sm:px-6">
        <Link to={RULES_PATH} className="inline-flex min-h-11 items-center font-semibold text-leaf">
          {rules && rules.length > 1 ? `All ${rules.length} rules` : 'All rules'}
        </Link>
        <Role atLeast="gardener">
          <Link to="/rules/new" className={classes(buttonClass({ variant: 'soft', dense: true }), 'max-lg:min-h-11')}>
            <Plus aria-hidden className="size-4" />
            New rule
          </Link>
        </Role>
      </div>
    </section>
  )
}

function mostFired(rules: readonly Rule[]): Rule[] {
  return rules
    .filter(({ firedCount = 0 }) => firedCount > 0)
    .toSorted((one, other) => (other.firedCount ?? 0) - (one.firedCount ?? 0))
    .slice(0, SHOWN)
}

interface RuleLineProps {
  rule: Rule
  devices: readonly Device[]
  series: readonly Series[]
  celsius: boolean
}

function RuleLine({ rule, devices, series, celsius }: RuleLineProps) {
  const own = series.find(({ seriesId }) => seriesId === rule.seriesId)
  const isOnAny = isOnAnyDevice(rule)
  const deviceName = isOnAny
    ? exceptionWords(rule)
    : (devices.find(({ deviceId }) => deviceId === rule.deviceId)?.deviceName ?? '…')
  const label = isOnAny ? ANY_DEVICE_LABEL : rule.seriesId === null ? WHOLE_DEVICE.label : (own?.label ?? '…')
  const ownWords =
    own || rule.seriesId === null ? ruleWords(own ? metricOfSeries(own) : WHOLE_DEVICE.metric, rule, celsius) : ''
  const words = (isOnAny ? ANY_DEVICE_WORDS : ownWords).replaceAll('≥', 'at or above').replaceAll('≤', 'at or below')
  return (
    <li className="relative flex min-h-16 items-center justify-between gap-3 border-t border-line py-2 ps-4 pe-2 hover:bg-sunken/60 sm:ps-6 sm:pe-4">
      <div className={classes('min-w-0', !rule.isOn && 'text-ink-soft')}>
        <Link to={`/rules/${rule.ruleId}`} className={classes('block font-medium break-words', WHOLE_ROW)}>
          {rule.name === '' ? (
            <>
              <bdi>{label}</bdi> {words}
            </>
          ) : (
            <bdi>{rule.name}</bdi>
          )}
        </Link>
        <p className="text-sm break-words text-ink-soft">
          <bdi>{deviceName}</bdi>, {firedWords(rule)}
          {!rule.isOn && ', off'}
        </p>
      </div>
      <Role atLeast="gardener">
        <span className="relative">
          <RuleSwitch rule={rule} name={`${rule.name || `${label} ${words}`}, ${deviceName}`} />
        </span>
      </Role>
    </li>
  )
}

/** Returns `4 times, 18 h` or `once, 40 min`. */
function firedWords({ firedCount = 0, firedSeconds = 0 }: Rule): string {
  return `${firedCount === 1 ? 'once' : `${firedCount} times`}, ${formatDuration(firedSeconds * 1000)}`
}
