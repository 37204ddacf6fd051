import { timestamp } from '@greenhouse/contract'
import * as z from 'zod/mini'

/** A JSON Schema, https://json-schema.org/draft/2020-12. */
export type Json = { [name: string]: unknown }

/** A schema as JSON Schema. Transformations and rules of ours, which it can't express, are left out. */
export function jsonSchemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      // The result of a transformation is unknown; that of a timestamp is always the same.
      if ((zodSchema as unknown) === timestamp) Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
    },
  }) as Json
  return rest
}
