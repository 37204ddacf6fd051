export type TemplateValue = string | number | boolean | null | undefined | object

/** Thrown when a template has no value for a message. */
export const VALUELESS = new Error('The template has no value.')

const TEXT_MAX = 1000
const FLOAT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,4})?$/i
const NOT_FINITE = /^[+-]?(?:nan|inf|infinity)$/i

/** Returns a text, or a number as text. Throws VALUELESS for anything else and for a long text. */
export function textValue(value: TemplateValue): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || value.length > TEXT_MAX) throw VALUELESS
  return value
}

/** Converts like Python's `float`; undefined when it can't. */
export function pythonFloat(value: TemplateValue): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return Number(value)
  if (typeof value !== 'string' || value.length > TEXT_MAX) return undefined
  const text = value.trim()
  if (FLOAT.test(text)) return Number(text)
  return NOT_FINITE.test(text) ? Number.NaN : undefined
}

/** Converts like the filter `int`: truncates, also a text such as `21.58`. */
export function pythonInt(value: TemplateValue): number | undefined {
  const number = pythonFloat(value)
  return number === undefined || !Number.isFinite(number) ? undefined : Math.trunc(number) + 0
}

/** Rounds like Python: correctly for the stored number, exact halves to even. */
export function roundHalfEven(value: number, places: number): number {
  if (!Number.isFinite(value) || Math.abs(value) > 1e15) return value
  const scale = 10 ** places
  const scaled = value * scale
  const isExactHalf = Number.isInteger(value * 2 ** (places + 1)) && Math.abs(scaled % 1) === 0.5
  if (isExactHalf || places < 0) {
    const below = Math.floor(scaled)
    const isDown = scaled - below < 0.5 || (scaled - below === 0.5 && below % 2 === 0)
    return (isDown ? below : below + 1) / scale + 0
  }
  return Number(value.toFixed(places)) + 0
}

export function numeric(value: TemplateValue): number {
  if (typeof value === 'boolean') return Number(value)
  if (typeof value !== 'number') throw VALUELESS
  return value
}
