import type { Rule, RuleLimit } from '@greenhouse/contract'

/** The limits that a rule sets to the values of its series, the lower one first; none for changes and silence. */
export function limitsOfRule({ kind, limit, upperLimit }: Pick<Rule, 'kind' | 'limit' | 'upperLimit'>): RuleLimit[] {
  if (kind === 'above' || kind === 'below') return [{ kind, limit }]
  if (kind !== 'outside' || upperLimit === null) return []
  return [
    { kind: 'below', limit },
    { kind: 'above', limit: upperLimit },
  ]
}
