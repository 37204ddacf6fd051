import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Received {
  readonly id: string
  /** The path, one for each user. */
  readonly path: string
  /** Type, device and opening of the episode; otherwise the title. */
  readonly about: string
}

export const aboutEpisode = (type: string, deviceId: string, openedAt: number) => `${type} ${deviceId} ${openedAt}`

/** Starts a receiver of webhooks that accepts everything. */
export async function startWebhooks() {
  const received: Received[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    received.push({
      id: String(request.headers['webhook-id']),
      path: request.url?.slice(1) ?? '',
      about: aboutOf(body),
    })
    response.writeHead(200).end()
  }
  const server = createServer((request, response) => {
    // A sender killed during a request sends it again.
    receive(request, response).catch(() => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    received: received as readonly Received[],
    /** The value of `ALLOWED_TARGETS`. */
    host: `127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function aboutOf(body: string): string {
  const { type, title, data } = JSON.parse(body) as {
    type: string
    title: string
    data: { episode?: { deviceId: string; openedAt: string } }
  }
  return data.episode === undefined
    ? `${type} ${title}`
    : aboutEpisode(type, data.episode.deviceId, Date.parse(data.episode.openedAt))
}
