import type { ServerMessage } from '@greenhouse/contract'
import { LiveConnection } from './live-connection.ts'

/** A live connection that accepts subscriptions; `send` delivers a message. */
export function openLive() {
  const socket = Object.assign(new EventTarget(), { send: () => {}, close: () => {} })
  const live = new LiveConnection({
    open: () => socket as unknown as WebSocket,
    hasToken: () => true,
    subscribe: () => Promise.resolve(),
    unsubscribe: () => Promise.resolve(),
    random: () => 0,
  })
  live.start()
  socket.dispatchEvent(new Event('open'))
  const send = (message: ServerMessage) =>
    void socket.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  return { live, send }
}
