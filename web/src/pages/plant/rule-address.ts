import { toShownLimit } from '@greenhouse/contract'
import { writeTypedNumber } from '../../lib/typed-number.ts'
import type { Condition } from './conditions.ts'

/**
 * Returns the address of a new rule with the ends of an ideal range as limits, in the displayed unit; undefined without
 * a sensor or a range, or when a rule has these limits already.
 */
export function ruleAddress({ metric, range, source }: Condition, celsius: boolean): string | undefined {
  if (!range || !source) return undefined
  const { low, high } = range
  if (source.limits.lower === (low ?? undefined) && source.limits.upper === (high ?? undefined)) return undefined
  const shown = (level: number) => writeTypedNumber(toShownLimit(metric, level, celsius))
  const limits =
    low === null || high === null
      ? { kind: low === null ? 'above' : 'below', limit: shown(low ?? high ?? 0) }
      : { kind: 'outside', limit: shown(low), upper: shown(high) }
  return `/rules/new?${new URLSearchParams({ series: source.series.seriesId, ...limits })}`
}
