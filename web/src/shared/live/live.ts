import { liveRoutes } from '@greenhouse/contract'
import { call } from '../../lib/call.ts'
import { LiveConnection } from './live-connection.ts'
import { readToken } from '../../lib/token.ts'

export const live = new LiveConnection({
  open: (clientId) => {
    const { protocol, host } = window.location
    return new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws?id=${clientId}`)
  },
  hasToken: () => readToken() !== null,
  subscribe: (clientId, topicIds) => call(liveRoutes.subscribe, { body: { clientId, topicIds } }),
  unsubscribe: (clientId, topicIds) => call(liveRoutes.unsubscribe, { body: { clientId, topicIds } }),
  random: Math.random,
})

/** Calls back when the connection reopens after a break. Returns a function that removes the listener. */
export function onReconnect(listener: () => void): () => void {
  return live.onReconnect(listener)
}
