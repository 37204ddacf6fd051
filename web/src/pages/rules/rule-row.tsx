import { browserTimeZone } from '../../lib/time-zone.ts'
import { metricOfSeries, type Device, type Rule, type Series } from '@greenhouse/contract'
import { ANY_DEVICE_LABEL, ANY_DEVICE_WORDS, exceptionWords, isOnAnyDevice } from '../../shared/rule/any-device.ts'
import { ConditionRow } from './condition-row.tsx'
import { clearWords, ruleWords, silenceTitle } from '../../shared/rule/condition-words.ts'
import { hoursWords, mutedWords, severityName } from '../../shared/rule/rule-notes.ts'
import { RuleSwitch } from '../../shared/rule/rule-switch.tsx'
import { WHOLE_DEVICE } from '../../shared/rule/sensor-choices.ts'
import { classes } from '../../lib/classes.ts'
import { MetricIcon } from '../../shared/metric/metric-icon.tsx'
import { StateSign } from '../../shared/liveness/state-sign.tsx'

/** A rule with the texts of its row, which are searched. */
interface ListedRule {
  readonly rule: Rule
  readonly deviceId: string | undefined
  readonly deviceName: string
  /** Of its series, or of the whole device. */
  readonly label: string
  readonly metric: ReturnType<typeof metricOfSeries>
  readonly words: string
  readonly notes: readonly string[]
}

interface ListOptions {
  readonly series: readonly Series[]
  readonly devices: readonly Device[] | undefined
  readonly isPending: boolean
  readonly celsius: boolean
  readonly now: number
}

export function listedRule(rule: Rule, { series, devices, isPending, celsius, now }: ListOptions): ListedRule {
  const own = series.find(({ seriesId }) => seriesId === rule.seriesId)
  const metric = own ? metricOfSeries(own) : WHOLE_DEVICE.metric
  const notes = [
    clearWords(metric, rule, celsius),
    rule.severity === 'warning' ? undefined : severityName(rule.severity),
    hoursWords(rule.when, browserTimeZone()),
    mutedWords(rule, now),
    rule.isOn ? undefined : 'Off',
  ]
  if (isOnAnyDevice(rule))
    return {
      rule,
      deviceId: undefined,
      deviceName: exceptionWords(rule),
      label: ANY_DEVICE_LABEL,
      metric,
      words: ANY_DEVICE_WORDS,
      notes: [rule.name, ...notes].flatMap((note) => note || []),
    }
  return {
    rule,
    deviceId: rule.deviceId ?? undefined,
    deviceName:
      devices?.find(({ deviceId }) => deviceId === rule.deviceId)?.deviceName ?? (isPending ? '…' : 'Unknown Device'),
    label: rule.seriesId === null ? WHOLE_DEVICE.label : (own?.label ?? '…'),
    metric,
    words: ruleWords(metric, rule, celsius),
    notes: [rule.name, ...notes].flatMap((note) => note || []),
  }
}

export function RuleRow({ listed, onDelete }: { listed: ListedRule; onDelete: (ruleId: string) => void }) {
  const { rule, deviceName, label, metric } = listed
  const name = nameOf(listed)
  return (
    <ConditionRow
      icon={
        rule.seriesId === null ? (
          <StateSign state="silent" className="size-5 text-ink-soft" />
        ) : (
          <MetricIcon metric={metric.id} className="size-5" />
        )
      }
      title={<RuleTitle name={rule.name} label={label} />}
      words={<RuleWords listed={listed} />}
      note={<bdi>{deviceName}</bdi>}
      name={name}
      editPath={`/rules/${rule.ruleId}`}
      toggle={<RuleSwitch rules={[rule]} name={name} />}
      onDelete={listed.deviceId === undefined ? undefined : () => onDelete(rule.ruleId)}
    />
  )
}

function nameOf({ rule, deviceName, label, words }: ListedRule): string {
  if (isOnAnyDevice(rule)) return `${label} ${words}`
  return rule.seriesId === null ? `${silenceTitle(rule)}, ${deviceName}` : `${label} ${words} of ${deviceName}`
}

function RuleTitle({ name, label }: { name: string; label: string }) {
  if (name === '') return <bdi>{label}</bdi>
  return (
    <>
      <bdi>{name}</bdi>
      <span className="block text-sm font-normal text-ink-soft">
        <bdi>{label}</bdi>
      </span>
    </>
  )
}

function RuleWords({ listed: { rule, words, notes } }: { listed: ListedRule }) {
  const more = notes.filter((note) => note !== rule.name)
  return (
    <>
      <span className={classes(!rule.isOn && 'text-ink-soft')}>{words}</span>
      {rule.isBroken && (
        <span className="ms-2 inline-block rounded-small bg-danger-wash px-2 py-0.5 text-sm font-semibold text-danger">
          Active now
        </span>
      )}
      {more.length > 0 && <span className="block text-sm text-ink-soft">{more.join(' · ')}</span>}
    </>
  )
}
