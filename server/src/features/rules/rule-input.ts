import {
  activeHours,
  defaultClearAt,
  fromTimestamp,
  limitsFault,
  metricById,
  SILENT_SECONDS_MAX,
  SILENT_SECONDS_MIN,
  type ClearedLimits,
  type LimitsFault,
  type Metric,
  type Rule,
  type RuleChange,
  type RuleInput,
} from '@greenhouse/contract'
import type { Member } from '../../platform/http/serve.ts'
import type { Db } from '../../platform/db/schema.ts'
import { found, invalid } from '../../platform/problem.ts'
import { findDeviceKey, ownsDevices } from '../devices/device-store.ts'
import { findOwnedSeries } from '../series/series-store.ts'
import { listChannelIds, type OwnedRule, type StoredRule } from './rule-store.ts'

const WAITS_BY_DEVICE =
  'The rule on any device waits for ten intervals of each. Add a rule on one device for another time'
const STAYS = 'A rule on any device stays one, and one on a device does. Add another rule instead'

type Levels = Pick<StoredRule, 'limit' | 'upperLimit' | 'withinMinutes' | 'clearAt'>
type LevelInput = Pick<RuleInput, 'limit' | 'upperLimit' | 'withinMinutes' | 'clearAt'>

/** The fields that only some kinds have. */
const FIELDS_OF = {
  above: ['clearAt'],
  below: ['clearAt'],
  outside: ['clearAt', 'upperLimit'],
  changing: ['clearAt', 'withinMinutes'],
  silent: ['deviceId', 'exceptDeviceIds'],
} as const satisfies Record<Rule['kind'], ReadonlyArray<keyof RuleInput>>
const KIND_FIELDS = ['deviceId', 'exceptDeviceIds', 'upperLimit', 'withinMinutes', 'clearAt'] as const

/** The shortest silence that a rule waits for, in seconds. */
const SILENT_SECONDS_LEAST = 60

/** Channels of a rule are the person's, everything else of it is the household's. */
export type Editor = Pick<Member, 'householdId' | 'userId'>

/**
 * Returns a rule as it is stored. Throws a 404 when its series or device is not the household's, and a 400 that names the field for
 * what its kind or the metric of its series forbids.
 *
 * @param before the rule that is changed: its margin stays with it, unless the change is to another series or kind
 */
export async function ruleFrom(
  db: Db,
  { householdId, userId }: Editor,
  input: RuleInput,
  before?: Rule,
): Promise<StoredRule> {
  const own: readonly string[] = FIELDS_OF[input.kind]
  for (const field of KIND_FIELDS)
    if (input[field] !== undefined && !own.includes(field))
      throw invalid(field, `A rule of the kind ${input.kind} has no ${field}`)
  const { when = 'always', severity = 'warning', repeatMinutes = null, tellWhenOver = true } = input
  const { name = '', holdSeconds = 0, channelIds = [], mutedUntil = null, isOn = true } = input
  const ownChannels = await listChannelIds(db, userId)
  const ofOthers = (before?.channelIds ?? []).filter((channelId) => !ownChannels.has(channelId))
  const isKnown = (channelId: string) => ownChannels.has(channelId) || ofOthers.includes(channelId)
  found(channelIds.every(isKnown), 'channel')
  const subject = await subjectOf(db, householdId, input, before)
  if (before && (before.deviceId === null) !== (subject.deviceKey === null)) throw invalid('deviceId', STAYS)
  return {
    ...subject,
    kind: input.kind,
    name,
    holdSeconds,
    when: activeHours.parse(when),
    severity,
    repeatMinutes,
    tellWhenOver,
    channelIds: [...new Set([...ofOthers, ...channelIds])],
    exceptDeviceIds: await exceptionsOf(db, householdId, input),
    mutedUntil: mutedUntil === null ? null : fromTimestamp(mutedUntil),
    isOn,
  }
}

/** Returns what a rule is after a change, to be checked as a new one is. A level that the new kind does not have is dropped. */
export function changedRule(before: OwnedRule, change: RuleChange): RuleInput {
  const kind = change.kind ?? before.kind
  const levels = isSameForm(kind, before.kind) ? keptLevels(before) : {}
  const { name, holdSeconds, when, severity, repeatMinutes, tellWhenOver, channelIds, mutedUntil, isOn } = before
  const options = { name, holdSeconds, when, severity, repeatMinutes, tellWhenOver, channelIds, mutedUntil, isOn }
  const named = change.seriesId !== undefined || typeof change.deviceId === 'string'
  return { ...options, ...levels, ...(named ? {} : subjectBefore(before, kind)), ...change, kind }
}

/** `clearAt` is not among them: it follows the limit, unless the change names it. */
function keptLevels({ limit, hasUsualLimit, upperLimit, withinMinutes }: OwnedRule): LevelInput {
  return {
    ...(hasUsualLimit ? {} : { limit }),
    ...(upperLimit === null ? {} : { upperLimit }),
    ...(withinMinutes === null ? {} : { withinMinutes }),
  }
}

type Subject = Pick<RuleInput, 'seriesId' | 'deviceId' | 'exceptDeviceIds'>

function subjectBefore({ seriesId, deviceId, exceptDeviceIds }: Rule, kind: Rule['kind']): Subject {
  if (seriesId !== null) return { seriesId }
  if (kind !== 'silent') return {}
  return deviceId === null ? { deviceId, exceptDeviceIds } : { deviceId }
}

/** Returns the devices that a rule on the silence of any device leaves out. */
async function exceptionsOf(
  db: Db,
  householdId: string,
  { deviceId, exceptDeviceIds = [] }: RuleInput,
): Promise<string[]> {
  if (exceptDeviceIds.length === 0) return []
  if (deviceId !== null) throw invalid('exceptDeviceIds', 'Only the rule on the silence of any device has exceptions')
  found(await ownsDevices(db, householdId, exceptDeviceIds), 'device')
  return [...new Set(exceptDeviceIds)]
}

async function subjectOf(
  db: Db,
  householdId: string,
  input: RuleInput,
  before: Rule | undefined,
): Promise<Levels & Pick<StoredRule, 'seriesId' | 'deviceKey'>> {
  const { kind, seriesId, deviceId } = input
  if (kind === 'silent') {
    if (seriesId !== undefined && deviceId !== undefined)
      throw invalid('deviceId', 'Name a device or a sensor, not both')
    const none = { upperLimit: null, withinMinutes: null, clearAt: null }
    if (deviceId === null) {
      if (input.limit !== undefined && input.limit !== SILENT_SECONDS_MIN) throw invalid('limit', WAITS_BY_DEVICE)
      return { ...none, limit: null, seriesId: null, deviceKey: null }
    }
    const levels = { ...none, limit: silenceOf(input.limit) }
    if (deviceId !== undefined) {
      const { key } = found(await findDeviceKey(db, householdId, deviceId), 'device')
      return { ...levels, seriesId: null, deviceKey: key }
    }
    if (seriesId === undefined) throw invalid('deviceId', 'Please select a device.')
    const series = found(await findOwnedSeries(db, householdId, seriesId), 'series')
    return { ...levels, seriesId, deviceKey: series.device_key }
  }
  if (seriesId === undefined) throw invalid('seriesId', 'Please select a sensor.')
  const series = found(await findOwnedSeries(db, householdId, seriesId), 'series')
  const metric = metricById(series.metric)
  const own = before?.seriesId === seriesId && isSameForm(before.kind, kind) ? before : undefined
  return { ...levelsOf(metric, input, own), seriesId, deviceKey: series.device_key }
}

/** Whether a rule keeps its margin when its kind changes: one limit stays one limit. */
function isSameForm(one: Rule['kind'], other: Rule['kind']): boolean {
  const isLimit = (kind: Rule['kind']) => kind === 'above' || kind === 'below'
  return one === other || (isLimit(one) && isLimit(other))
}

function silenceOf(limit: number | undefined): number | null {
  if (limit === undefined) return null
  const isWhole = Number.isInteger(limit) && limit >= SILENT_SECONDS_LEAST && limit <= SILENT_SECONDS_MAX
  if (!isWhole)
    throw invalid('limit', `Seconds must be a whole number from ${SILENT_SECONDS_LEAST} to ${SILENT_SECONDS_MAX}`)
  return limit
}

function levelsOf(metric: Metric, { kind, ...input }: RuleInput, before: Rule | undefined): Levels {
  if (kind === 'silent') throw new Error('A rule on silence has no levels')
  if (input.limit === undefined) throw invalid('limit', 'Value must be a number')
  if (kind === 'changing' && input.withinMinutes === undefined)
    throw invalid('withinMinutes', 'Please enter within how many minutes.')
  // "+ 0" turns -0 into 0, so that equal limits are equal.
  const upperLimit = kind === 'outside' && input.upperLimit !== undefined ? input.upperLimit + 0 : null
  const limits = { kind, limit: input.limit + 0, upperLimit }
  refuse(limitsFault(metric, limits))
  const clearAt = (input.clearAt ?? defaultClearAt(metric, limits, marginOf(before))) + 0
  refuse(limitsFault(metric, { ...limits, clearAt }))
  return { limit: limits.limit, upperLimit, withinMinutes: input.withinMinutes ?? null, clearAt }
}

function refuse(fault: LimitsFault | undefined): void {
  if (fault) throw invalid(fault.field, fault.text)
}

/** The facts that decide the margin of a rule. */
function marginOf(rule: Rule | undefined): ClearedLimits | undefined {
  if (!rule || rule.kind === 'silent' || rule.clearAt === null) return undefined
  return { kind: rule.kind, limit: rule.limit, upperLimit: rule.upperLimit, clearAt: rule.clearAt }
}
