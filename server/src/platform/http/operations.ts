import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Metrics } from '../metrics.ts'
import { ProblemError } from '../problem.ts'

type Access = Pick<Config, 'metricsToken' | 'publicUrl'>

interface Operations {
  readonly metrics: Metrics
  readonly access: Access
  readonly faults: () => Promise<string[]>
  readonly details: () => object
}

/** `/livez`: the process runs; `/readyz`: it accepts readings; `/metrics`: for this machine, or by token. */
export function serveOperations(app: FastifyInstance, { metrics, access, faults, details }: Operations): void {
  app.get('/livez', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }))

  app.get('/readyz', async (_request, reply) => {
    const found = await faults()
    reply.code(found.length === 0 ? 200 : 503).header('cache-control', 'no-store')
    return found.length === 0 ? { status: 'ready', ...details() } : { status: 'not ready', faults: found, ...details() }
  })

  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, access)) throw new ProblemError(404, 'route.not-found', 'There is no such address.')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text())
  })

  app.addHook('onResponse', (request, reply, done) => {
    metrics.observeRequest(
      request.routeOptions.url ?? 'unknown',
      request.method,
      reply.statusCode,
      reply.elapsedTime / 1000,
    )
    done()
  })
}

/** Requires the configured token; without one, a request from this machine that no proxy forwards. */
function mayReadMetrics({ headers, socket }: FastifyRequest, { metricsToken, publicUrl }: Access): boolean {
  if (metricsToken !== null) return isSame(headers.authorization?.replace(/^bearer\s+/i, '') ?? '', metricsToken)
  return (
    publicUrl === null && isLocal(socket.remoteAddress ?? '') && isLocalName(headers.host) && !wasForwarded(headers)
  )
}

/** Compares in constant time, so that the duration reveals nothing about the secret. */
function isSame(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(secret))
}

function isLocal(address: string): boolean {
  const peer = address.replace(/^::ffff:/, '')
  return peer === '::1' || (isIP(peer) === 4 && peer.startsWith('127.'))
}

function isLocalName(host: string | undefined): boolean {
  const name = (host ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || isLocal(name)
}

function wasForwarded(headers: FastifyRequest['headers']): boolean {
  return Object.keys(headers).some((name) => name === 'forwarded' || name.startsWith('x-forwarded') || name === 'via')
}
