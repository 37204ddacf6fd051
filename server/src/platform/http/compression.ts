import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance } from 'fastify'
import { isApi } from './http.ts'

/** Less than this fits into one packet either way. */
const BYTES_MIN = 1024
/** The least effort. The default makes the reply of a chart a fifth smaller, and takes five times as long. */
const LEVEL = 1
const compress = promisify(gzip)

/**
 * Compresses what the API returns to GET, for clients that accept gzip; streams are sent as they come. Replies to other
 * methods stay as they are: they may hold a token or a key beside what somebody typed, and the length of a compressed text
 * tells how much the two have in common (BREACH).
 */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (request.method !== 'GET' || !isApi(request) || typeof payload !== 'string') return payload
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return payload
    reply.header('vary', 'accept-encoding')
    if (Buffer.byteLength(payload) < BYTES_MIN) return payload
    if (negotiate(request.headers['accept-encoding'] ?? '', ['gzip']) !== 'gzip') return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return compress(payload, { level: LEVEL })
  })
}
