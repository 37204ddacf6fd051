import type { FastifyInstance } from 'fastify'

/** How long a stop waits for requests and answers that are on their way. */
const UNDERWAY_MS = 3000

/**
 * A stop waits for answers that are on their way, and not for connections that are kept open for a next request: an
 * answer that leaves while the server stops takes its connection with it.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let cutting: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    cutting = setTimeout(() => app.server.closeAllConnections(), UNDERWAY_MS)
  })
  app.addHook('onSend', async (_request, reply) => {
    if (cutting) reply.header('connection', 'close')
  })
  app.addHook('onClose', async () => clearTimeout(cutting))
}
