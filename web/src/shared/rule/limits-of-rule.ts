import type { Rule, RuleLimit } from '@greenhouse/contract'

/** Returns the limits of values, the lower one first; none for changes and silence. */
export function limitsOfRule({ kind, limit, upperLimit }: Pick<Rule, 'kind' | 'limit' | 'upperLimit'>): RuleLimit[] {
  if (kind === 'above' || kind === 'below') return [{ kind, limit }]
  if (kind !== 'outside' || upperLimit === null) return []
  return [
    { kind: 'below', limit },
    { kind: 'above', limit: upperLimit },
  ]
}
