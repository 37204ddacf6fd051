import type * as z from 'zod/mini'

/**
 * - `access`: `board` is the token of a device or hub; `ticket` a one-time ticket in the query, for links without headers;
 *   `signed` a signature of the whole link, which the handler checks.
 * - `credentials`: parameters of path or query that may hold the token, with access `board`.
 * - `bodyLimit`: bytes; 64 KB when omitted.
 * - `pagedBy`: the query parameter that makes a streamed reply small.
 * - `startsDownload`: refused while the caller may have no more downloads, since a browser shows no refusal of a link.
 * - `whileEnrolling`: allowed before a required second factor is set up.
 * - `form`: accepts a form of a browser, ignoring the body.
 * - `raw`: content types whose bytes the handler receives; `*` for all.
 * - `upload`: the body is a file of any type, which the handler finds on the disk; `tooLarge` is said of one beyond `bodyLimit`.
 * - `keptForSeconds`: the reply never changes, and the caller's browser keeps it for this time.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly access: 'public' | 'member' | 'board' | 'ticket' | 'signed'
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  readonly reply: z.ZodMiniType
  readonly bodyLimit?: number
  readonly streamed?: true
  readonly pagedBy?: string
  readonly startsDownload?: true
  readonly etag?: true
  readonly fileName?: string
  readonly contentType?: string
  readonly form?: true
  readonly raw?: readonly string[]
  readonly upload?: { readonly tooLarge: string }
  readonly keptForSeconds?: number
  readonly credentials?: readonly string[]
  readonly problems?: 'influxdb'
  readonly whileEnrolling?: true
}

/** Whether a route accepts the household that it is about. */
export function takesHousehold({ query }: Route): boolean {
  return query !== undefined && 'shape' in query && Object.hasOwn(query.shape as object, 'household')
}

export function route<const R extends Route>(definition: R): R {
  return definition
}
