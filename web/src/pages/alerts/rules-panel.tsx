import type { Device } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from '../../lib/classes.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { WHOLE_ROW } from '../../shared/episode/episode-parts.tsx'
import { Role } from '../../shared/household/roles.tsx'
import { firedRules, RULES_PATH } from '../../shared/rule/rule-queries.ts'
import { RuleSwitch } from '../../shared/rule/rule-switch.tsx'
import { withPlants } from '../../shared/device/plant-devices.ts'
import { newestSeries } from '../../shared/series/series-queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { firedLines, type FiredLine } from './fired-lines.ts'
import { useInSight } from './use-in-sight.ts'

interface RulesPanelProps {
  devices: readonly Device[] | undefined
  celsius: boolean
  /** Shown below once the height of the panel is known, so that nothing moves. */
  children: ReactNode
}

/** Shows the rules that fired in 30 days, most firings first. Loads them once in sight. */
export function RulesPanel({ devices, celsius, children }: RulesPanelProps) {
  const place = useRef<HTMLElement>(null)
  const isSeen = useInSight(place)
  const { data: rules, isError } = useQuery({ ...firedRules, enabled: isSeen })
  const series = useQuery({ ...newestSeries, enabled: (rules?.length ?? 0) > 0 })
  const isNamed = devices !== undefined && !series.isLoading
  const isReady = isError || (rules !== undefined && isNamed)
  const fired =
    rules && isNamed
      ? firedLines(rules, { devices: withPlants(devices, series.data ?? []), series: series.data ?? [], celsius })
      : []
  return (
    <>
      <section
        ref={place}
        aria-label="Rules that fired"
        className={classes(
          'overflow-hidden rounded-card border border-line bg-surface shadow-panel',
          !isReady && 'print:hidden',
        )}
      >
        <header className="flex min-h-15 items-center justify-between gap-4 px-4 py-3 sm:px-6">
          <h2 className="text-lg">Rules that fired</h2>
          <p className="text-sm text-ink-soft">30 days</p>
        </header>
        {fired.length > 0 && (
          <ul aria-label="Rules that fired">
            {fired.map((line) => (
              <RuleLine key={line.rules[0]?.ruleId} line={line} />
            ))}
          </ul>
        )}
        {fired.length === 0 && (
          <p className="min-h-16 border-t border-line px-4 py-4 text-sm text-ink-soft sm:px-6">
            {rules && isNamed ? 'None in the last 30 days.' : isError && 'The rules could not be loaded.'}
          </p>
        )}
        {isReady && <Foot count={rules?.length ?? 0} />}
      </section>
      {isReady && children}
    </>
  )
}

function Foot({ count }: { count: number }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-2.5 sm:px-6 print:hidden">
      <Link to={RULES_PATH} className="inline-flex min-h-11 items-center font-semibold text-leaf">
        {count > 1 ? `All ${count} rules` : 'All rules'}
      </Link>
      <Role atLeast="gardener">
        <Link to="/rules/new" className={classes(buttonClass({ variant: 'soft', dense: true }), 'max-lg:min-h-11')}>
          <Plus aria-hidden className="size-4" />
          New rule
        </Link>
      </Role>
    </div>
  )
}

function RuleLine({ line }: { line: FiredLine }) {
  const { rules, name, label, words, place, isOn } = line
  const [rule] = rules
  return (
    <li className="relative flex min-h-16 items-center justify-between gap-3 border-t border-line py-2 ps-4 pe-2 hover:bg-sunken/60 sm:ps-6 sm:pe-4">
      <div className={classes('min-w-0', !isOn && 'text-ink-soft')}>
        <Link
          to={rule && rules.length === 1 ? `/rules/${rule.ruleId}` : RULES_PATH}
          className={classes('block font-medium break-words', WHOLE_ROW)}
        >
          {name === '' ? (
            <>
              <bdi>{label}</bdi> {words}
            </>
          ) : (
            <bdi>{name}</bdi>
          )}
        </Link>
        <p className="text-sm break-words text-ink-soft">
          <bdi>{place}</bdi>, {firedWords(line)}
          {!isOn && ', off'}
        </p>
      </div>
      <Role atLeast="gardener">
        <span className="relative print:hidden">
          <RuleSwitch rules={rules} name={`${name || `${label} ${words}`}, ${place}`} />
        </span>
      </Role>
    </li>
  )
}

/** Returns `4 times, 18 h`, `once, 40 min`, or `4 times, 18 h in all` of several rules. */
function firedWords({ rules, count, seconds }: FiredLine): string {
  const times = count === 1 ? 'once' : `${count} times`
  return `${times}, ${formatDuration(seconds * 1000)}${rules.length > 1 ? ' in all' : ''}`
}
