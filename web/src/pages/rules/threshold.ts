import type { Metric } from '@greenhouse/contract'

/** Parses at most two decimals after a comma or point; any number for a metric without a unit. */
export function readThreshold(text: string, { isGeneric }: Pick<Metric, 'isGeneric'>): number | undefined {
  const plain = text.trim().replace('−', '-').replace(',', '.')
  const pattern = isGeneric === true ? /^-?\d{1,15}(?:\.\d{1,15})?(?:e[+-]?\d{1,3})?$/i : /^-?\d{1,7}(?:\.\d{1,2})?$/
  return pattern.test(plain) ? Number(plain) : undefined
}

export function readMinutes(text: string, maxSeconds: number): number | undefined {
  const plain = text.trim().replace(',', '.')
  if (!/^\d{1,5}(?:\.\d{1,2})?$/.test(plain)) return undefined
  const seconds = Math.round(Number(plain) * 60)
  return seconds <= maxSeconds ? seconds : undefined
}

export function typedMinutes(seconds: number): string {
  return String(Number((seconds / 60).toFixed(2))).replace('.', ',')
}
