const NUMBER = /^-?\d{1,9}(?:\.\d{1,6})?$/

/** Parses digits with an optional minus and decimals after a comma or point. Returns NaN for anything else. */
export function readTypedNumber(text: string): number {
  const plain = text.trim().replace('−', '-').replace(',', '.')
  return NUMBER.test(plain) ? Number(plain) : Number.NaN
}

/** Formats a number for editing: no thousands separators, at most six decimals. */
export function writeTypedNumber(value: number): string {
  return String(Number(value.toFixed(6))).replace('.', ',')
}
