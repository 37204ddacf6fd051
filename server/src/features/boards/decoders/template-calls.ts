import {
  numeric,
  pythonFloat,
  pythonInt,
  roundHalfEven,
  textValue,
  VALUELESS,
  type TemplateValue,
} from './template-values.ts'

/** A filter, function or method of templates; `apply` gets the piped value, or its first argument, first. */
interface Call {
  readonly as: ReadonlyArray<'filter' | 'method' | 'function'>
  /** Names in order; `any` number of them for `min` and `max`. */
  readonly parameters: readonly string[] | 'any'
  readonly apply: (...given: TemplateValue[]) => TemplateValue
}

/**
 * Every call of the subset, with the results that Home Assistant documents.
 * @see https://www.home-assistant.io/template-functions/
 */
const CALLS: ReadonlyMap<string, Call> = new Map<string, Call>([
  ['float', { as: ['filter', 'function'], parameters: ['value', 'default'], apply: orDefault(pythonFloat) }],
  ['int', { as: ['filter', 'function'], parameters: ['value', 'default'], apply: orDefault(pythonInt) }],
  ['round', { as: ['filter'], parameters: ['value', 'precision', 'method', 'default'], apply: rounded }],
  [
    'multiply',
    { as: ['filter'], parameters: ['value', 'amount', 'default'], apply: ofAmount((one, other) => one * other) },
  ],
  ['add', { as: ['filter'], parameters: ['value', 'amount', 'default'], apply: ofAmount((one, other) => one + other) }],
  ['abs', { as: ['filter'], parameters: ['value'], apply: (value) => Math.abs(numeric(value)) }],
  [
    'min',
    { as: ['filter', 'function'], parameters: 'any', apply: (...given) => extreme(given, (one, best) => one < best) },
  ],
  [
    'max',
    { as: ['filter', 'function'], parameters: 'any', apply: (...given) => extreme(given, (one, best) => one > best) },
  ],
  ['default', { as: ['filter'], parameters: ['value', 'default_value', 'boolean'], apply: defaulted }],
  ['is_defined', { as: ['filter'], parameters: ['value'], apply: defined }],
  ['iif', { as: ['filter', 'function'], parameters: ['value', 'if_true', 'if_false', 'if_none'], apply: chosen }],
  ['replace', { as: ['filter', 'method'], parameters: ['value', 'old', 'new'], apply: replaced }],
  ['lower', { as: ['filter', 'method'], parameters: ['value'], apply: (value) => textValue(value).toLowerCase() }],
  ['upper', { as: ['filter', 'method'], parameters: ['value'], apply: (value) => textValue(value).toUpperCase() }],
  ['split', { as: ['filter', 'method'], parameters: ['value', 'separator'], apply: split }],
  ['get', { as: ['method'], parameters: ['value', 'key', 'default'], apply: got }],
])

export function parametersOf(kind: Call['as'][number], name: string): Call['parameters'] | undefined {
  const call = CALLS.get(name)
  return call?.as.includes(kind) ? call.parameters : undefined
}

export function applyCall(name: string, given: readonly TemplateValue[]): TemplateValue {
  const call = CALLS.get(name)
  if (!call) throw VALUELESS
  return call.apply(...given)
}

/** Returns Python's truth value. */
export function isTrue(value: TemplateValue): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return Boolean(value)
}

/** Converts a value, or returns the default when it can't. A missing field has no value: no sensor sent it. */
function orDefault(convert: (value: TemplateValue) => number | undefined) {
  return (value: TemplateValue, ...[fallback]: TemplateValue[]): TemplateValue => {
    if (value === undefined) throw VALUELESS
    const converted = convert(value)
    if (converted !== undefined) return converted
    if (fallback === undefined) throw VALUELESS
    return fallback
  }
}

function ofAmount(combine: (one: number, other: number) => number) {
  return (value: TemplateValue, amount: TemplateValue, fallback?: TemplateValue): TemplateValue => {
    const converted = pythonFloat(value)
    if (converted !== undefined) return combine(converted, numeric(amount))
    if (value === undefined || fallback === undefined) throw VALUELESS
    return fallback
  }
}

function rounded(
  value: TemplateValue,
  precision: TemplateValue = 0,
  method?: TemplateValue,
  fallback?: TemplateValue,
): TemplateValue {
  const places = numeric(precision)
  if (!Number.isInteger(places) || Math.abs(places) > 15) throw VALUELESS
  const number = orDefault(pythonFloat)(value, fallback)
  if (typeof number !== 'number') return number
  const scale = 10 ** places
  if (method === 'floor') return Math.floor(number * scale) / scale
  if (method === 'ceil') return Math.ceil(number * scale) / scale
  if (method === 'half') return roundHalfEven(number * 2, 0) / 2
  return roundHalfEven(number, places)
}

function extreme(given: readonly TemplateValue[], isBetter: (one: number, best: number) => boolean): number {
  const [first] = given
  const all = (given.length === 1 && Array.isArray(first) ? first : given).map((value) =>
    numeric(value as TemplateValue),
  )
  if (all.length === 0) throw VALUELESS
  return all.reduce((best, one) => (isBetter(one, best) ? one : best))
}

function defaulted(
  value: TemplateValue,
  fallback: TemplateValue = '',
  isForFalse: TemplateValue = false,
): TemplateValue {
  return value === undefined || (isTrue(isForFalse) && !isTrue(value)) ? fallback : value
}

function defined(value: TemplateValue): TemplateValue {
  if (value === undefined) throw VALUELESS
  return value
}

function chosen(
  value: TemplateValue,
  ifTrue: TemplateValue = true,
  ifFalse: TemplateValue = false,
  ifNone?: TemplateValue,
): TemplateValue {
  if (value === null && ifNone !== undefined) return ifNone
  return isTrue(value) ? ifTrue : ifFalse
}

function replaced(value: TemplateValue, old: TemplateValue, by: TemplateValue): TemplateValue {
  const before = textValue(old)
  if (before === '') throw VALUELESS
  return textValue(textValue(value).replaceAll(before, () => textValue(by)))
}

function split(value: TemplateValue, separator: TemplateValue): TemplateValue {
  const text = textValue(value)
  if (separator === undefined || separator === null) return text.trim().split(/\s+/)
  if (separator === '') throw VALUELESS
  return text.split(textValue(separator))
}

function got(value: TemplateValue, key: TemplateValue, fallback: TemplateValue = null): TemplateValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || typeof key !== 'string') throw VALUELESS
  return Object.hasOwn(value, key) ? ((value as Record<string, TemplateValue>)[key] ?? null) : fallback
}
