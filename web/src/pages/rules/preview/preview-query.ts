import { MINUTE_MS, ruleRoutes, type RuleInput, type RulePreview } from '@greenhouse/contract'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { queryKeys } from '../../../shared/query-keys.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { useEqual } from '../../../lib/use-same.ts'
import type { RuleOnSensor } from '../parse-rule.ts'

export const PREVIEW_DAYS = 30
const REST_MS = 400

/** Returns the fields that affect when a rule fires; undefined for a sensor without a series. */
export function previewedRule({ where, ...rule }: RuleOnSensor): RuleInput | undefined {
  if ('metric' in where) return undefined
  const { kind, limit, upperLimit, withinMinutes, clearAt, holdSeconds, when } = rule
  return { ...where, kind, limit, upperLimit, withinMinutes, clearAt, holdSeconds, when }
}

export interface KnownPreview {
  /** The preview of the current rule, or while it loads that of the previous one on the same sensor. */
  readonly data: RulePreview | undefined
  /** True while `data` is of the previous rule. */
  readonly isOld: boolean
  readonly isError: boolean
  readonly refetch: () => unknown
}

/** Previews a rule, debounced, and keeps the last preview of the same `subject` (kind and sensor) while it loads. */
export function useRulePreview(rule: RuleInput | undefined, subject: string): KnownPreview {
  const asked = useDebounced(useEqual({ rule, subject }), REST_MS)
  const body = asked.rule
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: queryKeys.rulePreview(asked.subject, body),
    queryFn: body ? ({ signal }) => preview(body, signal) : skipToken,
    placeholderData: (before, query) => (query?.queryKey[1] === asked.subject ? before : undefined),
    retry: false,
  })
  if (asked.subject !== subject) return { data: undefined, isOld: true, isError: false, refetch }
  const isOld = isPlaceholderData || JSON.stringify(body) !== JSON.stringify(rule)
  return { data, isOld, isError, refetch }
}

function preview(rule: RuleInput, signal: AbortSignal): Promise<RulePreview> {
  return call(ruleRoutes.preview, { body: { rule, days: PREVIEW_DAYS }, signal })
}

/** Asks once for the stretches without readings that are longer than `seconds`. */
export function silencesQuery(place: { seriesId: string } | { deviceId: string } | undefined, seconds: number) {
  const rule: RuleInput | undefined = place && { ...place, kind: 'silent', limit: seconds }
  return queryOptions({
    queryKey: queryKeys.rulePreview('silences', rule),
    queryFn: rule ? ({ signal }) => preview(rule, signal) : skipToken,
    staleTime: MINUTE_MS,
    retry: false,
  })
}
