import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sends JSON with an ETag, or a 304 when the request names it. The ETag is weak, since the reply may be compressed. */
export function sendWithEtag(json: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const etag = `W/"${createHash('sha256').update(json).digest('base64url')}"`
  reply.header('etag', etag)
  if (isNamed(etag, request.headers['if-none-match'])) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(json)
}

function isNamed(etag: string, header: string | undefined): boolean {
  if (header === undefined) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag))
}
