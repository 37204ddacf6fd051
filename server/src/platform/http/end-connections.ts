import type { FastifyInstance } from 'fastify'

const DRAIN_MS = 3000

/** Ends connections after their reply during shutdown, and cuts the rest after `DRAIN_MS`. */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let cutting: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    cutting = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (cutting) reply.header('connection', 'close')
    done()
  })
  app.addHook('onClose', async () => clearTimeout(cutting))
}
