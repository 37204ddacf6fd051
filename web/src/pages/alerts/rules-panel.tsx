import { metricOfSeries, type Device, type Rule, type Series } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link } from 'wouter'
import { ANY_DEVICE_LABEL, ANY_DEVICE_WORDS, exceptionWords, isOnAnyDevice } from '../../shared/rule/any-device.ts'
import { ruleWords } from '../../shared/rule/condition-words.ts'
import { ruleList, RULES_PATH } from '../../shared/rule/rule-queries.ts'
import { RuleSwitch } from '../../shared/rule/rule-switch.tsx'
import { WHOLE_DEVICE } from '../../shared/rule/sensor-choices.ts'
import { Role } from '../../shared/household/roles.tsx'
import { newestSeries } from '../../shared/series/series-queries.ts'
import { classes } from '../../lib/classes.ts'
import { buttonClass } from '../../ui/button.tsx'
import { WHOLE_ROW } from '../../shared/episode/episode-parts.tsx'

const SHOWN = 8

export function RulesPanel({ devices = [], celsius }: { devices: readonly Device[] | undefined; celsius: boolean }) {
  const { data: rules, isError } = useQuery(ruleList)
  const { data: series = [] } = useQuery({ ...newestSeries, enabled: (rules?.length ?? 0) > 0 })
  if (rules ? rules.length === 0 : !isError) return undefined
  const on = rules?.filter(({ isOn }) => isOn).length ?? 0
  return (
    <section
      aria-label="Rules"
      className="overflow-hidden rounded-card border border-line bg-surface shadow-panel lg:col-start-2"
    >
      <header className="flex items-baseline justify-between gap-4 border-b border-line px-4 py-4 sm:px-6">
        <h2 className="text-xl">Rules</h2>
        {rules && <p className="text-sm text-ink-soft">{on} on</p>}
      </header>
      {!rules && <p className="px-4 py-4 text-sm text-ink-soft sm:px-6">The rules could not be loaded.</p>}
      <ul aria-label="Rules" className="divide-y divide-line">
        {rules?.slice(0, SHOWN).map((rule) => (
          <RuleLine key={rule.ruleId} rule={rule} devices={devices} series={series} celsius={celsius} />
        ))}
      </ul>
      <div className={classes('flex flex-wrap gap-3 px-4 py-3 sm:px-6', rules && 'border-t border-line')}>
        <Role atLeast="gardener">
          <Link to="/rules/new" className={buttonClass({ variant: 'soft', dense: true })}>
            <Plus aria-hidden className="size-4" />
            New rule
          </Link>
        </Role>
        <Link to={RULES_PATH} className={buttonClass({ variant: 'ghost', dense: true })}>
          {rules && rules.length > SHOWN ? `All ${rules.length} rules` : 'See rules'}
        </Link>
      </div>
    </section>
  )
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
  const words = isOnAny ? ANY_DEVICE_WORDS : ownWords
  return (
    <li className="relative flex items-center justify-between gap-3 py-2 ps-4 pe-2 sm:ps-6 sm:pe-4">
      <div className={classes('min-w-0', !rule.isOn && 'text-ink-soft')}>
        <Link to={`/rules/${rule.ruleId}`} className={classes('block text-sm font-medium break-words', WHOLE_ROW)}>
          {rule.name === '' ? (
            <>
              <bdi>{label}</bdi> {words}
            </>
          ) : (
            <bdi>{rule.name}</bdi>
          )}
        </Link>
        <p className="text-xs break-words text-ink-soft">
          <bdi>{deviceName}</bdi>
          {rule.name !== '' && (
            <>
              , <bdi>{label}</bdi> {words}
            </>
          )}
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
