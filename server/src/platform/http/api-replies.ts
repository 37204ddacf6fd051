import { createHash } from 'node:crypto'
import { gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A smaller reply fits into one packet either way. */
const BYTES_MIN = 1024
/** The default level makes a chart's reply a fifth smaller and takes five times as long. */
const LEVEL = 1

/** Only replies to GET: others may hold a secret beside input, which the compressed length would reveal (BREACH). */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    if (request.method !== 'GET' || !isApi(request) || typeof payload !== 'string') return done()
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return done()
    reply.header('vary', 'accept-encoding')
    if (Buffer.byteLength(payload) < BYTES_MIN) return done()
    if (negotiate(request.headers['accept-encoding'] ?? '', ['gzip']) !== 'gzip') return done()
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    gzip(payload, { level: LEVEL }, done)
  })
}

/**
 * Sends a text, by default JSON, with an ETag, or a 304 when the request names it. The ETag is weak, since the reply may be
 * compressed. Only the caller may cache it; replies of the API are not stored at all.
 */
export function sendWithEtag(
  text: string,
  request: FastifyRequest,
  reply: FastifyReply,
  type = 'application/json; charset=utf-8',
): FastifyReply {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url')}"`
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (isNamed(etag, request.headers['if-none-match'])) return reply.code(304).send()
  return reply.type(type).send(text)
}

function isNamed(etag: string, header: string | undefined): boolean {
  if (header === undefined) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag))
}

export function isApi(request: FastifyRequest): boolean {
  return /^\/(?:api\/|(?:api|write|subscribe|unsubscribe|examplebroadcast)(?:\?|$))/i.test(request.url)
}
