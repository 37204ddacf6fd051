import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}
export interface Reply {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body?: string
}
type Answer = (received: Received, response: ServerResponse) => Reply | undefined

/**
 * Starts a stand-in for a foreign server on a free port, which records its requests.
 *
 * @param answer what it replies; undefined when it writes the reply itself, or none
 */
export async function startReceiver(
  answer: Answer,
  { host = '127.0.0.1', port = 0, tls }: { host?: string; port?: number; tls?: { key: string; cert: string } } = {},
) {
  const requests: Received[] = []
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const received = { method, path: url, headers, body: Buffer.concat(pieces) }
      requests.push(received)
      const reply = answer(received, response)
      if (reply) response.writeHead(reply.status, reply.headers).end(reply.body)
    })
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  server.listen(port, host)
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const at = (server.address() as AddressInfo).port
  return { requests, port: at, origin: `${tls ? 'https' : 'http'}://${host}:${at}` }
}

/** Returns what was posted as JSON. */
export function jsonOf(received: Received | undefined): Record<string, unknown> {
  return JSON.parse(received?.body.toString() ?? '') as Record<string, unknown>
}
