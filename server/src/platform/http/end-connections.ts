import type { FastifyInstance } from 'fastify'

/** How long a stop waits for requests and replies in progress. */
const UNDERWAY_MS = 3000

/**
 * A stop waits for replies in progress, but not for connections that are kept open for a next request: a reply that is
 * sent while the server stops closes its connection.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let cutting: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    cutting = setTimeout(() => app.server.closeAllConnections(), UNDERWAY_MS)
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (cutting) reply.header('connection', 'close')
    done()
  })
  app.addHook('onClose', async () => clearTimeout(cutting))
}
