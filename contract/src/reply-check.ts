import type * as z from 'zod/mini'
import { timestamp, USUAL_TIMESTAMP } from './fields.ts'

type Schema = z.core.$ZodType
type Is = (value: unknown) => boolean

/**
 * Returns a function that throws for a reply that is not as the schema says. A reply that is just so it returns as it is, of
 * another one a copy without what the schema does not know: to copy a list of 5,000 takes longer than to read it.
 */
export function openReplyCheck(schema: z.ZodMiniType): (reply: unknown) => unknown {
  let is: Is | undefined
  return (reply) => {
    is ??= isJust(schema) ?? (() => false)
    return is(reply) ? reply : schema.parse(reply)
  }
}

/** Returns whether parsing a value would change nothing; undefined for schemas that only parsing can tell of. */
function isJust(schema: Schema): Is | undefined {
  if (schema === timestamp) return isTimestamp
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'string' || def.type === 'number') return isPlain(def) ?? parsesToItself(schema)
  if (def.type === 'pipe') return def.in._zod.def.type === 'string' ? parsesToItself(schema) : undefined
  if (def.checks?.length) return undefined
  if (def.type === 'boolean') return (value) => typeof value === 'boolean'
  if (def.type === 'enum') return isOneOf(Object.values(def.entries))
  if (def.type === 'nullable') return orElse(null, def.innerType)
  if (def.type === 'optional') return orElse(undefined, def.innerType)
  if (def.type === 'array') return isArray(def.element)
  return def.type === 'object' && !def.catchall ? isObject(def.shape) : undefined
}

const parsesAsTimestamp = parsesToItself(timestamp)

function isTimestamp(value: unknown): boolean {
  return (typeof value === 'string' && USUAL_TIMESTAMP.test(value)) || parsesAsTimestamp(value)
}

function isPlain(def: z.core.$ZodStringDef | z.core.$ZodNumberDef): Is | undefined {
  const {
    type,
    checks = [],
    coerce = false,
    format,
    pattern,
  } = def as z.core.$ZodStringFormatDef & { coerce?: boolean }
  if (checks.length > 0 || coerce) return undefined
  if (format === 'uuid' && pattern) return (value) => typeof value === 'string' && pattern.test(value)
  if (format !== undefined) return undefined
  return type === 'string' ? (value) => typeof value === 'string' : Number.isFinite
}

function parsesToItself({ _zod }: Schema): Is {
  return (value) => {
    const parsed = _zod.run({ value, issues: [] }, { async: false })
    return !(parsed instanceof Promise) && parsed.issues.length === 0 && parsed.value === value
  }
}

function isOneOf(values: readonly unknown[]): Is {
  const known = new Set(values)
  return (value) => known.has(value)
}

function orElse(other: null | undefined, inner: Schema): Is | undefined {
  const is = isJust(inner)
  return is && ((value) => value === other || is(value))
}

function isArray(element: Schema): Is | undefined {
  const is = isJust(element)
  return is && ((value) => Array.isArray(value) && value.every(is))
}

function isObject(shape: Readonly<Record<string, Schema>>): Is | undefined {
  const fields = Object.entries(shape).map(([key, schema]) => ({ key, is: isJust(schema) }))
  if (fields.some(({ is }) => is === undefined)) return undefined
  return (value) => {
    if (typeof value !== 'object' || value === null) return false
    const given = value as Record<string, unknown>
    for (const key in given) if (!Object.hasOwn(shape, key)) return false
    return fields.every(({ key, is }) => is?.(given[key]))
  }
}
