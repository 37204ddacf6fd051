import { WebSocket } from 'ws'
import type { Grower } from '../../e2e/growers.ts'
import type { RunningServer } from '../../e2e/server.ts'

const RECONNECT_MS = 500

interface Options {
  readonly clientId: string
  readonly deviceIds: readonly string[]
  readonly onFrame: () => void
}

/** An open page: a live connection that listens to the devices and comes back whenever it was cut. */
export function openPage(server: RunningServer, grower: Grower, options: Options): { close(): void } {
  const { clientId, deviceIds, onFrame } = options
  const topicIds = ['Dashboard', ...deviceIds.map((deviceId) => `GreenhouseSensorData/${deviceId}`)]
  let closed = false
  let socket: WebSocket | undefined

  function open(): void {
    if (closed) return
    socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws?id=${clientId}`, { origin: server.url })
    socket.on('open', () => {
      // The server may have gone again meanwhile; then the connection closes, and all begins anew.
      grower.call('POST', '/Subscribe', { clientId, topicIds }).catch(() => socket?.terminate())
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
