import { gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance } from 'fastify'
import { isApi } from './http.ts'

/** Less than this fits into one packet either way. */
const BYTES_MIN = 1024
/** The least effort. The default makes the reply of a chart a fifth smaller, and takes five times as long. */
const LEVEL = 1

/**
 * Compresses what the API returns to GET, for clients that accept gzip; streams are sent as they come. Replies to other
 * methods stay as they are: they may hold a token or a key beside what somebody typed, and the length of a compressed text
 * tells how much the two have in common (BREACH).
 */
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
