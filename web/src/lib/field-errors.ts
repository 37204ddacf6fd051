import type { ClientError } from '@greenhouse/contract'
import type * as z from 'zod/mini'

/** The first message for each field. */
export type FieldErrors = Record<string, string>

/** What a schema found wrong, by field (`a.b` for nested ones, '' for the whole). */
export function fieldErrors(error: z.core.$ZodError): FieldErrors {
  return firstOf(error.issues.map(({ path, message }) => [path.map(String).join('.'), message]))
}

/** What the server found wrong, by field; empty when it named none. */
export function problemErrors(error: ClientError): FieldErrors {
  const told = Object.entries(error.problem?.errors ?? {})
  return firstOf(told.flatMap(([field, messages]) => messages.map((message): [string, string] => [field, message])))
}

function firstOf(found: ReadonlyArray<[field: string, message: string]>): FieldErrors {
  return Object.fromEntries(found.toReversed())
}
