import { ruleRoutes, type RuleInput, type RulePreview } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { queryKeys } from '../../../shared/query-keys.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import type { RuleOnSensor } from '../parse-rule.ts'

/** So many days are looked at before a rule is saved. */
export const PREVIEW_DAYS = 30
const REST_MS = 400

/** The part of a rule on which it depends when it fires; undefined for a sensor without a series, which has no values. */
export function previewedRule({ where, ...rule }: RuleOnSensor): RuleInput | undefined {
  if ('metric' in where) return undefined
  const { kind, limit, upperLimit, withinMinutes, clearAt, holdSeconds, when } = rule
  return { ...where, kind, limit, upperLimit, withinMinutes, clearAt, holdSeconds, when }
}

export interface MadePreview extends RulePreview {
  /** That of the rule it was made of; undefined for the usual silence of a device. */
  readonly ownLimit: number | undefined
}

export interface KnownPreview {
  /** What is shown: of the rule as it stands, or until that has come as it stood before on the same sensor. */
  readonly data: MadePreview | undefined
  /** Whether it is of the rule as it stood before. */
  readonly isOld: boolean
  readonly isError: boolean
  readonly refetch: () => unknown
}

/**
 * What a rule would have done in the last days. It is asked for once nothing has been typed for a moment, and a request for
 * what was typed before is ended.
 *
 * @param rule undefined while it can't be read
 * @param subject what the rule looks for and where: what it did elsewhere is no answer
 */
export function useRulePreview(rule: RuleInput | undefined, subject: string): KnownPreview {
  const text = rule && JSON.stringify(rule)
  const [restedText, restedSubject] = JSON.parse(
    useDebounced(JSON.stringify([text ?? null, subject]), REST_MS),
  ) as Rested
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: queryKeys.rulePreview(restedSubject, restedText ?? ''),
    queryFn: async ({ signal }): Promise<MadePreview> => {
      const known = JSON.parse(restedText ?? '') as RuleInput
      const reply = await call(ruleRoutes.preview, { body: { rule: known, days: PREVIEW_DAYS }, signal })
      return { ...reply, ownLimit: known.limit }
    },
    enabled: restedText !== null,
    placeholderData: (before, query) => (query?.queryKey[1] === restedSubject ? before : undefined),
    retry: false,
  })
  if (restedSubject !== subject) return { data: undefined, isOld: true, isError: false, refetch }
  return { data, isOld: isPlaceholderData || restedText !== (text ?? null), isError, refetch }
}

type Rested = readonly [text: string | null, subject: string]
