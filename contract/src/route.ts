import type * as z from 'zod/mini'

/**
 * One route of the HTTP API, as a value that both sides read: the server serves it, the client calls it.
 *
 * - `access`: `public` needs nothing, `member` a user's session token, `board` the token of a device or a hub,
 *   `ticket` a one-time ticket of a member in the query, for a link that a browser follows without headers.
 * - `credentials`: with access `board`, the names of parameters of path or query in which the token may stand as well.
 * - `bodyLimit`: the largest accepted request body in bytes; 64 KB when omitted.
 * - `streamed`: the reply is sent piece by piece and is not held in memory.
 * - `pagedBy`: the query parameter that limits a streamed reply. With it the reply is small and sent in one piece.
 * - `startsDownload`: the reply lets a browser follow a link to a streamed reply; refused while the caller may have no more of
 *   them, since a browser shows no refusal of a link that it downloads.
 * - `etag`: the reply has an ETag, and a request that sends it back gets a 304 while the reply is the same.
 * - `fileName`: the name under which a browser saves the reply.
 * - `contentType`: the type of a text reply that is neither JSON nor plain text.
 * - `whileEnrolling`: allowed for a person who still has to set up a required second factor.
 * - `form`: a browser may post a form to it. The body is ignored.
 * - `raw`: content types of which the handler takes the bytes; `*` for every one.
 * - `problems`: in whose words errors are sent; as problems of RFC 9457 when omitted.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly access: 'public' | 'member' | 'board' | 'ticket'
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
  readonly credentials?: readonly string[]
  readonly problems?: 'influxdb'
  readonly whileEnrolling?: true
}

/** Returns the definition with its narrow type, from which the types of query, body and reply follow. */
export function route<const R extends Route>(definition: R): R {
  return definition
}
