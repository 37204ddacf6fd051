import {
  defaultClearAt,
  limitsFault,
  toStoredLimit,
  type ClearedLimits,
  type Metric,
  type Rule,
  type ValueKind,
} from '@greenhouse/contract'
import type { FieldErrors } from '../../lib/field-errors.ts'
import { draftOf, type RuleDraft } from './rule-draft.ts'
import type { RuleReader } from './rule-reader.ts'
import type { SensorChoice } from '../../shared/rule/sensor-choices.ts'
import { readThreshold } from './threshold.ts'

export type ValueDraft = RuleDraft & { readonly kind: ValueKind }

export function isValueDraft(draft: RuleDraft): draft is ValueDraft {
  return draft.kind !== 'silent'
}

/** In the metric's unit; undefined while invalid. */
interface ReadLevels {
  readonly limit: number | undefined
  /** Null for kinds that have none. */
  readonly upperLimit: number | null | undefined
  readonly clearAt: number | undefined
  readonly errors: FieldErrors
}

type Level = 'limit' | 'upperLimit' | 'clearAt'

/** Keeps the exact value of unchanged levels, even if the user's unit can't express it. */
export function readLevels(draft: ValueDraft, { metric }: SensorChoice, reader: RuleReader): ReadLevels {
  const { kind } = draft
  const { celsius } = reader
  const fields: Level[] = ['limit', ...(kind === 'outside' ? (['upperLimit'] as const) : [])]
  if (draft.clearAt.trim() !== '') fields.push('clearAt')
  const shown = new Map(fields.map((field) => [field, readThreshold(draft[field], metric)]))
  const errors: Record<string, string> = {}
  for (const [field, number] of shown) if (number === undefined) errors[field] = unreadable(metric)
  const limit = shown.get('limit')
  const upperLimit = kind === 'outside' ? shown.get('upperLimit') : null
  const none = { limit: undefined, upperLimit: undefined, clearAt: undefined, errors }
  if (limit === undefined || upperLimit === undefined) return none
  const fault = limitsFault(metric, { kind, limit, upperLimit, clearAt: shown.get('clearAt') }, celsius)
  if (fault) errors[fault.field] = fault.text
  if (fault && fault.field !== 'clearAt') return none
  const stored = storedLevels(draft, metric, reader)
  const limits = {
    limit: stored('limit', limit),
    upperLimit: upperLimit === null ? null : stored('upperLimit', upperLimit),
  }
  const own = shown.get('clearAt')
  if (errors['clearAt'] !== undefined) return { ...limits, clearAt: undefined, errors }
  const clearAt = own === undefined ? usualClear(metric, { kind, ...limits }, draft, reader) : stored('clearAt', own)
  return { ...limits, clearAt, errors }
}

/** Returns a function that converts a level from the user's unit, unless it is unchanged. */
function storedLevels(draft: ValueDraft, metric: Metric, { before, series, celsius }: RuleReader) {
  const isSame = before?.kind === draft.kind && before.seriesId === draft.seriesId
  const known = isSame ? { rule: before, texts: draftOf(before, series, celsius) } : undefined
  return (field: Level, shown: number): number => {
    const level = known && known.texts[field] === draft[field] ? known.rule[field] : null
    return level ?? toStoredLimit(metric, shown, celsius, draft.kind)
  }
}

function usualClear(
  metric: Metric,
  limits: Parameters<typeof defaultClearAt>[1],
  { seriesId }: ValueDraft,
  { before }: RuleReader,
): number {
  const isAlike =
    before?.seriesId === seriesId && (before.kind === limits.kind || (isOne(before.kind) && isOne(limits.kind)))
  return defaultClearAt(metric, limits, isAlike ? clearedLimits(before) : undefined)
}

/** Returns true for kinds with one limit, between which a rule keeps its margin. */
function isOne(kind: Rule['kind']): boolean {
  return kind === 'above' || kind === 'below'
}

function clearedLimits({ kind, limit, upperLimit, clearAt }: Rule): ClearedLimits | undefined {
  return kind === 'silent' || clearAt === null ? undefined : { kind, limit, upperLimit, clearAt }
}

function unreadable({ isGeneric }: Metric): string {
  return isGeneric === true ? 'Enter a number' : 'Enter a number with at most 2 decimals'
}
