import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics.ts'
import { ProblemError } from '../problem.ts'

interface Operations {
  readonly metrics: Metrics
  /** What keeps the server from being ready; empty when it is. */
  readonly faults: () => Promise<string[]>
}

/** `/livez`: the process answers. `/readyz`: it can take readings. `/metrics`: for this machine alone. */
export function serveOperations(app: FastifyInstance, { metrics, faults }: Operations): void {
  app.get('/livez', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }))

  app.get('/readyz', async (_request, reply) => {
    const found = await faults()
    reply.code(found.length === 0 ? 200 : 503).header('cache-control', 'no-store')
    return found.length === 0 ? { status: 'ready' } : { status: 'not ready', faults: found }
  })

  app.get('/metrics', async (request, reply) => {
    if (!isFromThisMachine(request)) throw new ProblemError(404, 'route.not-found', 'There is no such address.')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text())
  })

  app.addHook('onResponse', async (request, reply) => {
    metrics.observeRequest(
      request.routeOptions.url ?? 'unknown',
      request.method,
      reply.statusCode,
      reply.elapsedTime / 1000,
    )
  })
}

/** Behind a proxy on the same machine every peer is local: what was forwarded came from elsewhere. */
function isFromThisMachine({ headers, socket }: FastifyRequest): boolean {
  const forwarded = Object.keys(headers).some(
    (name) => name === 'forwarded' || name.startsWith('x-forwarded') || name === 'via',
  )
  const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return !forwarded && (peer === '::1' || (isIP(peer) === 4 && peer.startsWith('127.')))
}
