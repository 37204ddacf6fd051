import {
  metricById,
  type Metric,
  type Rule,
  type RuleKind,
  type Series,
  type Severity,
  toShownLimit,
} from '@greenhouse/contract'
import { isOnAnyDevice } from '../../shared/rule/any-device.ts'
import { sensorOf } from '../../shared/rule/sensor-choices.ts'
import { typedMinutes } from './threshold.ts'

/** A rule in a form. Levels are in the user's unit, times in minutes. */
export type RuleDraft = {
  kind: RuleKind
  deviceId: string
  /** See SensorChoice. '' means the whole device. */
  seriesId: string
  /** The lower limit of `outside`, the minimum change of `changing`. */
  limit: string
  upperLimit: string
  within: string
  /** For `silent`; '' for the usual time of the device. */
  silence: string
  /** Time for which a limit must be broken. */
  minutes: string
  /** '' for the usual margin from the limit. */
  clearAt: string
  when: WhenChoice
  /** Times of day, for `between`. */
  from: string
  to: string
  severity: Severity
  /** Minutes between messages about an open alert; '' for a single message. */
  repeat: string
  tellWhenOver: boolean
  /** Undefined for all channels that accept the severity. */
  channelIds: readonly string[] | undefined
  mutedUntil: string | null
  isOn: boolean
  name: string
  /** Excluded devices of the rule on any device; undefined for other rules. */
  exceptDeviceIds: readonly string[] | undefined
}

export type WhenChoice = 'always' | 'day' | 'night' | 'between'

const NEW: RuleDraft = {
  kind: 'above',
  deviceId: '',
  seriesId: '',
  limit: '',
  upperLimit: '',
  within: '60',
  silence: '',
  minutes: '0',
  clearAt: '',
  when: 'always',
  from: '22:00',
  to: '06:00',
  severity: 'warning',
  repeat: '',
  tellWhenOver: true,
  channelIds: undefined,
  mutedUntil: null,
  isOn: true,
  name: '',
  exceptDeviceIds: undefined,
}

/** First repetition on the page of a new rule; the API has none by default. */
const REPEAT = '120'

/** Returns the first hold on the page of a new rule: the value of a day counts at once. The API has none by default. */
export function usualHold({ isDaily }: Pick<Metric, 'isDaily'>): string {
  return isDaily === true ? '0' : '10'
}

export function newDraft(known: Partial<RuleDraft> = {}): RuleDraft {
  return { ...NEW, ...known }
}

export function draftOf(rule: Rule, series: readonly Series[], celsius: boolean): RuleDraft {
  const { kind, seriesId, limit, upperLimit, withinMinutes, when, repeatMinutes, channelIds } = rule
  const deviceId = rule.deviceId ?? ''
  const { metric } = sensorOf(series, { kind, deviceId, seriesId: seriesId ?? '' })
  const shown = (level: number) => toShownLimit(metric, level, celsius, kind)
  const hours = typeof when === 'object' ? ({ ...when, when: 'between' } as const) : { when }
  return newDraft({
    kind,
    deviceId,
    seriesId: seriesId ?? '',
    ...(kind === 'silent' ? { silence: typedMinutes(limit) } : { limit: typed(shown(limit)) }),
    ...(upperLimit === null ? {} : { upperLimit: typed(shown(upperLimit)) }),
    ...(withinMinutes === null ? {} : { within: String(withinMinutes) }),
    minutes: typedMinutes(rule.holdSeconds),
    when: hours.when,
    ...('from' in hours ? { from: hours.from, to: hours.to } : {}),
    severity: rule.severity,
    repeat: repeatMinutes === null ? '' : String(repeatMinutes),
    tellWhenOver: rule.tellWhenOver,
    channelIds: channelIds.length === 0 ? undefined : channelIds,
    mutedUntil: rule.mutedUntil,
    isOn: rule.isOn,
    name: rule.name,
    exceptDeviceIds: isOnAnyDevice(rule) ? rule.exceptDeviceIds : undefined,
  })
}

export function typed(shown: number): string {
  return String(shown).replace('.', ',')
}

const IN_ADDRESS = ['kind', 'deviceId', 'seriesId', 'limit', 'upperLimit', 'minutes'] as const
const KINDS: readonly RuleKind[] = ['above', 'below', 'outside', 'changing', 'silent']

const PARAMETERS = {
  kind: 'kind',
  deviceId: 'device',
  seriesId: 'series',
  limit: 'limit',
  upperLimit: 'upper',
  minutes: 'minutes',
} as const satisfies Record<(typeof IN_ADDRESS)[number], string>

export function draftAt(search: URLSearchParams, series: readonly Series[]): RuleDraft {
  const own = series.find(({ seriesId }) => seriesId === search.get(PARAMETERS.seriesId))
  const known: Partial<RuleDraft> = { minutes: usualHold(metricById(own?.metric ?? '')), repeat: REPEAT }
  for (const name of IN_ADDRESS) {
    const value = search.get(PARAMETERS[name])
    if (value !== null && name !== 'kind') known[name] = value
  }
  const kind = KINDS.find((one) => one === search.get('kind'))
  return newDraft({ ...known, ...(kind && { kind }), ...(own && { deviceId: own.deviceId }) })
}
