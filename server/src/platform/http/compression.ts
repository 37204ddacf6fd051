import { gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance } from 'fastify'
import { isApi } from './http.ts'

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
