/** More digits than any field takes. */
const NUMBER = /^-?\d{1,9}(?:\.\d{1,6})?$/

/** A number as it is typed: digits, a comma or a point before decimals, perhaps a minus; NaN for anything else. */
export function readTypedNumber(text: string): number {
  const plain = text.trim().replace('−', '-').replace(',', '.')
  return NUMBER.test(plain) ? Number(plain) : Number.NaN
}

/** A number as somebody would type it: without separators of thousands, at most six decimals. */
export function writeTypedNumber(value: number): string {
  return String(Number(value.toFixed(6))).replace('.', ',')
}
