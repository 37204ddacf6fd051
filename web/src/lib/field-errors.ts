import type { ClientError } from '@greenhouse/contract'
import type * as z from 'zod/mini'

/** The first message for each field. */
export type FieldErrors = Readonly<Record<string, string>>

/** What a form makes of what was typed: the input of a call, or messages by field. */
export type Parsed<Input> = { readonly input: Input } | { readonly errors: FieldErrors }

/**
 * Parses a value by a schema. `further` are messages of rules beyond the schema; a field that the schema refuses keeps
 * the message of the schema.
 */
export function parsed<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  further: FieldErrors = {},
): Parsed<z.output<S>> {
  const result = schema.safeParse(value)
  const errors = { ...further, ...(result.success ? {} : fieldErrors(result.error)) }
  return result.success && Object.keys(errors).length === 0 ? { input: result.data } : { errors }
}

/** What a schema found wrong, by field (`a.b` for nested ones, '' for the whole). */
function fieldErrors(error: z.core.$ZodError): FieldErrors {
  return firstOf(error.issues.map(({ path, message }) => [path.map(String).join('.'), message]))
}

/** What the server found wrong, by field; empty when it named none. */
export function problemErrors(error: ClientError): FieldErrors {
  const byField = Object.entries(error.problem?.errors ?? {})
  return firstOf(byField.flatMap(([field, messages]) => messages.map((message): [string, string] => [field, message])))
}

function firstOf(found: ReadonlyArray<[field: string, message: string]>): FieldErrors {
  return Object.fromEntries(found.toReversed())
}
