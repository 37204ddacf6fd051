import type { ClientError } from '@greenhouse/contract'
import type * as z from 'zod/mini'

export type FieldErrors = Readonly<Record<string, string>>

export type Parsed<Input> = { readonly input: Input } | { readonly errors: FieldErrors }

/** Parses a value by a schema. `further` are errors of rules outside the schema; errors of the schema win. */
export function parsed<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  further: FieldErrors = {},
): Parsed<z.output<S>> {
  const result = schema.safeParse(value)
  const errors = { ...further, ...(result.success ? {} : fieldErrors(result.error)) }
  return result.success && Object.keys(errors).length === 0 ? { input: result.data } : { errors }
}

/** Returns errors by field: `a.b` for nested fields, '' for the whole. */
function fieldErrors(error: z.core.$ZodError): FieldErrors {
  return firstOf(error.issues.map(({ path, message }) => [path.map(String).join('.'), message]))
}

export function problemErrors(error: ClientError): FieldErrors {
  const byField = Object.entries(error.problem?.errors ?? {})
  return firstOf(byField.flatMap(([field, messages]) => messages.map((message): [string, string] => [field, message])))
}

function firstOf(found: ReadonlyArray<[field: string, message: string]>): FieldErrors {
  return Object.fromEntries(found.toReversed())
}

export function confirmErrors(password: string, repeated: string, field: string): FieldErrors {
  if (repeated === '') return { [field]: 'Confirm password is required' }
  return repeated === password ? {} : { [field]: 'Passwords do not match' }
}
