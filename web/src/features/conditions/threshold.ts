import type { Metric } from '@greenhouse/contract'

/**
 * A threshold as it is typed: digits with at most two decimals, comma or point, perhaps a minus; any number for a metric
 * that has no unit of its own. Undefined otherwise.
 */
export function readThreshold(text: string, { isGeneric }: Pick<Metric, 'isGeneric'>): number | undefined {
  const plain = text.trim().replace('−', '-').replace(',', '.')
  const pattern = isGeneric === true ? /^-?\d{1,15}(?:\.\d{1,15})?(?:e[+-]?\d{1,3})?$/i : /^-?\d{1,7}(?:\.\d{1,2})?$/
  return pattern.test(plain) ? Number(plain) : undefined
}
