import type { Rule, RuleKind, Series, Severity } from '@greenhouse/contract'
import { toShownLimit } from '@greenhouse/contract'
import { isOnAnyDevice } from '../../shared/rule/any-device.ts'
import { sensorOf } from '../../shared/rule/sensor-choices.ts'
import { typedMinutes } from './threshold.ts'

/** A rule as it is typed. Levels are in the unit of the reader, times in minutes. */
export type RuleDraft = {
  kind: RuleKind
  /** '' until one is chosen. */
  deviceId: string
  /** The value of a choice: see SensorChoice. Of `silent`, '' stands for the whole device. */
  seriesId: string
  /** Of `outside` the lower limit, of `changing` the least change. */
  limit: string
  upperLimit: string
  within: string
  /** Of `silent`; '' for the usual time of the device. */
  silence: string
  /** How long a limit must be passed. */
  minutes: string
  /** '' for the usual margin from the limit. */
  clearAt: string
  when: WhenChoice
  /** Times of day, of `between`. */
  from: string
  to: string
  severity: Severity
  /** Minutes from one message about an open alert to the next; '' for one message. */
  repeat: string
  tellWhenOver: boolean
  /** Those that are told; all that take the severity while undefined. */
  channelIds: readonly string[] | undefined
  /** ISO 8601. */
  mutedUntil: string | null
  isOn: boolean
  name: string
  /** Devices that the rule on any device leaves out; undefined for every other rule. */
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

/** A new rule, of which some is known. */
export function newDraft(known: Partial<RuleDraft> = {}): RuleDraft {
  return { ...NEW, ...known }
}

/** A rule as it would be typed. */
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

/** A number as somebody would type it. */
export function typed(shown: number): string {
  return String(shown).replace('.', ',')
}

const IN_ADDRESS = ['kind', 'deviceId', 'seriesId', 'limit', 'minutes'] as const
const KINDS: readonly RuleKind[] = ['above', 'below', 'outside', 'changing', 'silent']

/** The page of a new rule that begins with what was typed so far. */
export function newRulePath(draft: Pick<RuleDraft, (typeof IN_ADDRESS)[number]>): string {
  const search = new URLSearchParams()
  for (const name of IN_ADDRESS) if (draft[name] !== NEW[name]) search.set(PARAMETERS[name], draft[name])
  return search.size === 0 ? '/rules/new' : `/rules/new?${search}`
}

const PARAMETERS = {
  kind: 'kind',
  deviceId: 'device',
  seriesId: 'series',
  limit: 'limit',
  minutes: 'minutes',
} as const satisfies Record<(typeof IN_ADDRESS)[number], string>

/** What the address of a new rule says of it. A series says its device, too. */
export function draftAt(search: URLSearchParams, series: readonly Series[]): RuleDraft {
  const known: Partial<RuleDraft> = {}
  for (const name of IN_ADDRESS) {
    const value = search.get(PARAMETERS[name])
    if (value !== null && name !== 'kind') known[name] = value
  }
  const kind = KINDS.find((one) => one === search.get('kind'))
  const device = series.find(({ seriesId }) => seriesId === known.seriesId)?.deviceId
  return newDraft({ ...known, ...(kind && { kind }), ...(device !== undefined && { deviceId: device }) })
}
