import { liveRoutes } from '@greenhouse/contract'
import { call } from '../../lib/call.ts'
import { LiveConnection } from './live-connection.ts'
import { readToken } from '../../lib/token.ts'

/** The page's one live connection; the signed-in shell starts and stops it. */
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

/** Calls back whenever the connection is open again after a break, to fetch what was missed. Returns how to stop. */
export function onReconnect(listener: () => void): () => void {
  return live.onReconnect(listener)
}
