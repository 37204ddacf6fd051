import type { Route } from '@greenhouse/contract'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { ProblemError } from '../problem.ts'
import { RawBody } from './raw-body.ts'
import { Upload } from './upload.ts'

const JSON_DEPTH_MAX = 20

/** Parses the input of a request by its route's schemas. Throws a 400 that names every wrong field. */
export function checkInput(route: Route, request: FastifyRequest): { params: unknown; query: unknown; body: unknown } {
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (Array.isArray(value)) throw fault({ [name]: ['May be given only once'] })
  }
  const isData = !(request.body instanceof RawBody) && !(request.body instanceof Upload)
  if (isData && depth(request.body, JSON_DEPTH_MAX) > JSON_DEPTH_MAX)
    throw fault({ body: [`Nested deeper than ${JSON_DEPTH_MAX}`] })
  return {
    params: route.params && parse(route.params, request.params),
    query: route.query && parse(route.query, request.query),
    body: route.upload ? request.body : route.body && parse(route.body, request.body),
  }
}

function parse(schema: z.ZodMiniType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const errors: Record<string, string[]> = {}
  for (const issue of result.error.issues) (errors[issue.path.join('.') || 'body'] ??= []).push(issue.message)
  throw fault(errors)
}

function fault(errors: Record<string, string[]>): ProblemError {
  return new ProblemError(400, 'input.invalid', 'Please check the highlighted fields.', { errors })
}

function depth(value: unknown, max: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (max === 0) return 1
  let deepest = 0
  const add = (inside: unknown) => {
    if (typeof inside === 'object') deepest = Math.max(deepest, depth(inside, max - 1))
  }
  if (Array.isArray(value)) for (const inside of value) add(inside)
  // Parsed JSON inherits no keys, and Object.values would cost as much as parsing it.
  else for (const key in value) add((value as Record<string, unknown>)[key])
  return deepest + 1
}
