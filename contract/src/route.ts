import type * as z from 'zod/mini'

/**
 * One call of the HTTP API, as a value both sides read: the server serves it, the browser calls it.
 *
 * - `access`: `public` needs nothing, `member` a user's session token, `device` a device token.
 * - `bodyLimit`: the largest accepted request body in bytes (64 KB unless said).
 * - `streamed`: the reply is sent piece by piece and is not held in memory.
 * - `pagedBy`: with this query parameter a streamed reply is small, and sent at once.
 * - `fileName`: under which a browser keeps the reply.
 * - `contentType`: of a reply that is text, but neither JSON nor plain.
 * - `whileEnrolling`: open to somebody who still has to set up a second factor, where everybody must have one.
 * - `form`: a browser may post to it without JSON; what it posts is passed over.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly access: 'public' | 'member' | 'device'
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  readonly reply: z.ZodMiniType
  readonly bodyLimit?: number
  readonly streamed?: true
  readonly pagedBy?: string
  readonly fileName?: string
  readonly contentType?: string
  readonly form?: true
  readonly whileEnrolling?: true
}

/** Keeps the narrow type of a route, so that its query, body and reply are known wherever it is used. */
export function route<const R extends Route>(definition: R): R {
  return definition
}
