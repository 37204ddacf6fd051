import { useSyncExternalStore } from 'react'
import type { Route } from '@greenhouse/contract'
import { call } from '../../lib/call.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { askToBeWoken, onWoken } from '../../lib/background-sync.ts'
import { readToken, userIdOf } from '../../lib/token.ts'
import { onReconnect } from '../live/live.ts'
import { openQueueStore } from './queue-store.ts'
import { isWaiting, plantsWateredBy, queuedRoutes, type Act, type QueuedAct } from './queued-act.ts'
import { SendQueue } from './send-queue.ts'

export const queue = new SendQueue({
  store: openQueueStore(),
  send: ({ route, ...act }: Act, signal) =>
    call(queuedRoutes[route] as Route, {
      ...('params' in act && { params: act.params }),
      ...('query' in act && { query: act.query }),
      ...('body' in act && { body: act.body }),
      ...('file' in act && { body: act.file }),
      signal,
    }),
  canSend: (userId) => navigator.onLine && userIdOf(readToken() ?? '') === userId,
  askToBeWoken: () => void askToBeWoken(),
  now: serverNow,
  random: Math.random,
})

/** Sends the acts of a person whenever the network may be back. Returns a function that stops it. */
export function startQueue(userId: string): () => void {
  const flush = () => void queue.flush()
  const flushIfVisible = () => document.visibilityState === 'visible' && flush()
  window.addEventListener('online', flush)
  document.addEventListener('visibilitychange', flushIfVisible)
  const stops = [onReconnect(flush), onWoken(flush)]
  void queue.open(userId)
  return () => {
    window.removeEventListener('online', flush)
    document.removeEventListener('visibilitychange', flushIfVisible)
    for (const stop of stops) stop()
    queue.close()
  }
}

const onChange = (listener: () => void) => queue.onChange(listener)
const currentActs = () => queue.acts

/** Returns the acts that wait or were refused, in their order. */
export function useQueued(): readonly QueuedAct[] {
  return useSyncExternalStore(onChange, currentActs, currentActs)
}

/** Returns the watering of a plant that waits. Renders again only when it changes. */
export function useWaitingWatering(plantId: string): QueuedAct | undefined {
  const waiting = () => queue.acts.find((act) => isWaiting(act) && plantsWateredBy(act).includes(plantId))
  return useSyncExternalStore(onChange, waiting, waiting)
}
