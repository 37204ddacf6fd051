/** Texts that boards and gateways send for a sensor without a value, in lower case. */
const MISSING = new Set(['', 'nan', 'null', 'none', 'n/a', 'unavailable', 'unknown'])
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i

/**
 * Returns the number that a value of a message is: of a text that is a number, and 0 or 1 for a boolean. Null when it is
 * missing, NaN when it is something else.
 */
export function sentNumber(sent: unknown): number | null {
  // + 0 makes 0 of -0, which no sensor means.
  if (typeof sent === 'number') return Number.isFinite(sent) ? sent + 0 : Number.NaN
  if (sent === null || sent === undefined) return null
  if (typeof sent === 'boolean') return Number(sent)
  if (typeof sent !== 'string' || sent.length > 40) return Number.NaN
  const text = sent.trim()
  if (NUMBER.test(text)) return sentNumber(Number(text))
  return MISSING.has(text.toLowerCase()) ? null : Number.NaN
}
