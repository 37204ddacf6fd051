import {
  defaultSilence,
  HOLD_SECONDS_MAX,
  SILENT_SECONDS_MAX,
  WITHIN_MINUTES_MAX,
  type ActiveHours,
  type RuleInput,
} from '@greenhouse/contract'
import type { Parsed } from '../../lib/field-errors.ts'
import { formatNumber } from '../../lib/format.ts'
import { isValueDraft, readLevels, type ValueDraft } from './read-levels.ts'
import type { RuleDraft } from './rule-draft.ts'
import type { RuleReader } from './rule-reader.ts'
import { sensorOf, type SensorChoice } from '../../shared/rule/sensor-choices.ts'
import { readMinutes } from './threshold.ts'

type RulePlace =
  | { readonly seriesId: string }
  | { readonly deviceId: string; readonly metric: string }
  | { readonly deviceId: string }
  /** Any device except these. */
  | { readonly deviceId: null; readonly exceptDeviceIds: string[] }

/** Can be saved once its series exists. */
export type RuleOnSensor = Omit<RuleInput, 'seriesId' | 'deviceId' | 'exceptDeviceIds'> & { readonly where: RulePlace }

/** Parses a draft. Unchanged levels keep their exact value. */
export function parseRule(draft: RuleDraft, reader: RuleReader): Parsed<RuleOnSensor> {
  const sensor = sensorOf(reader.series, draft)
  const isOnDevice = draft.exceptDeviceIds === undefined
  const errors: Record<string, string> =
    isOnDevice && draft.deviceId === '' ? { deviceId: 'Please select a device.' } : {}
  const levels = isValueDraft(draft) ? parseLevels(draft, sensor, reader, errors) : parseSilence(draft, reader, errors)
  const holdSeconds = draft.kind === 'silent' ? 0 : readMinutes(draft.minutes, HOLD_SECONDS_MAX)
  if (holdSeconds === undefined) errors['minutes'] = minutesFault(0, HOLD_SECONDS_MAX)
  const name = draft.name.trim()
  if (name.length > NAME_MAX) errors['name'] = `Name cannot be longer than ${NAME_MAX} characters`
  if (draft.when === 'between')
    for (const field of ['from', 'to'] as const) if (draft[field] === '') errors[field] = 'Please enter a time.'
  if (draft.channelIds?.length === 0) errors['channelIds'] = 'Please select a channel.'
  if (levels === undefined || holdSeconds === undefined || Object.keys(errors).length > 0) return { errors }
  return {
    input: {
      where: placeOf(draft, sensor),
      kind: draft.kind,
      ...levels,
      holdSeconds,
      name,
      when: hoursOf(draft, reader),
      severity: draft.severity,
      repeatMinutes: draft.repeat === '' ? null : Number(draft.repeat),
      tellWhenOver: draft.tellWhenOver,
      channelIds: [...(draft.channelIds ?? [])],
      mutedUntil: draft.mutedUntil,
      isOn: draft.isOn,
    },
  }
}

const NAME_MAX = 60

type Levels = Pick<RuleInput, 'limit' | 'upperLimit' | 'withinMinutes' | 'clearAt'>
type Found = Record<string, string>

function placeOf({ kind, deviceId, seriesId, exceptDeviceIds }: RuleDraft, sensor: SensorChoice): RulePlace {
  if (exceptDeviceIds) return { deviceId: null, exceptDeviceIds: [...exceptDeviceIds] }
  if (kind === 'silent' && seriesId === '') return { deviceId }
  return sensor.value === sensor.metric.id ? { deviceId, metric: sensor.value } : { seriesId: sensor.value }
}

function hoursOf({ when, from, to }: RuleDraft, { before, timeZone }: RuleReader): ActiveHours {
  if (when !== 'between') return when
  const known = typeof before?.when === 'object' ? before.when.timeZone : timeZone
  return { from, to, timeZone: known }
}

/** Omits the usual time of the device, so that the rule follows a change of the interval. */
function parseSilence(draft: RuleDraft, { before, devices }: RuleReader, errors: Found): Levels | undefined {
  if (draft.exceptDeviceIds !== undefined || draft.silence.trim() === '') return {}
  const limit = readMinutes(draft.silence, SILENT_SECONDS_MAX)
  if (limit === undefined || limit < 60) {
    errors['silence'] = minutesFault(1, SILENT_SECONDS_MAX)
    return undefined
  }
  const usual = usualSilence(draft, devices)
  const wasUsual = before?.kind !== 'silent' || before.limit === usual
  return wasUsual && limit === usual ? {} : { limit }
}

/** Returns seconds without a value after which the device is silent by default. */
export function usualSilence({ deviceId }: Pick<RuleDraft, 'deviceId'>, devices: RuleReader['devices']): number {
  return defaultSilence(Number(devices.find((one) => one.deviceId === deviceId)?.waitTime ?? 0))
}

function parseLevels(draft: ValueDraft, sensor: SensorChoice, reader: RuleReader, errors: Found): Levels | undefined {
  const { kind } = draft
  const levels = readLevels(draft, sensor, reader)
  Object.assign(errors, levels.errors)
  const within = kind === 'changing' ? readMinutes(draft.within, WITHIN_MINUTES_MAX * 60) : undefined
  if (kind === 'changing' && (within === undefined || within < 60 || within % 60 !== 0))
    errors['within'] = `Enter whole minutes from 1 to ${WITHIN_MINUTES_MAX}`
  const { limit, upperLimit, clearAt } = levels
  if (limit === undefined || upperLimit === undefined || clearAt === undefined) return undefined
  return {
    limit,
    ...(upperLimit === null ? {} : { upperLimit }),
    ...(within === undefined ? {} : { withinMinutes: within / 60 }),
    clearAt,
  }
}

function minutesFault(minMinutes: number, maxSeconds: number): string {
  return `Enter minutes from ${minMinutes} to ${formatNumber(maxSeconds / 60, 0)}`
}
