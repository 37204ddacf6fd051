import { liveRoutes, topic } from '@greenhouse/contract'
import { WebSocket } from 'ws'
import type { Grower } from '../../testing/growers.ts'
import type { RunningServer } from '../../testing/running-server.ts'

const RECONNECT_MS = 500

interface Options {
  readonly clientId: string
  readonly deviceIds: readonly string[]
  readonly onFrame: () => void
}

/** A live connection that is subscribed to the devices and reconnects. */
export function openPage(server: RunningServer, grower: Grower, options: Options): { close(): void } {
  const { clientId, deviceIds, onFrame } = options
  const topicIds = [topic.dashboard, ...deviceIds.map(topic.readingsOf)]
  let closed = false
  let socket: WebSocket | undefined

  function open(): void {
    if (closed) return
    socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws?id=${clientId}`, { origin: server.url })
    socket.on('open', () => {
      // The server may be down again; then the socket closes and reconnects.
      grower.call(liveRoutes.subscribe, { body: { clientId, topicIds } }).catch(() => socket?.terminate())
    })
    socket.on('message', onFrame)
    socket.on('error', () => {})
    socket.on('close', () => setTimeout(open, RECONNECT_MS))
  }

  open()
  return {
    close() {
      closed = true
      socket?.terminate()
    },
  }
}
