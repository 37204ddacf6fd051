/** A threshold as it is typed: digits with at most two decimals, comma or point, perhaps a minus; undefined otherwise. */
export function readThreshold(text: string): number | undefined {
  const plain = text.trim().replace('−', '-').replace(',', '.')
  return /^-?\d{1,7}(?:\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined
}
