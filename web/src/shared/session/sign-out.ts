import { authRoutes } from '@greenhouse/contract'
import { call } from '../../lib/call.ts'
import { unsubscribeHere } from '../../lib/push-channel.ts'
import { live } from '../live/live.ts'
import { queue } from '../queue/queue.ts'
import { setTheme } from '../../lib/theme.ts'
import { readToken, writeToken } from '../../lib/token.ts'
import { toast } from '../../ui/toast.ts'

const onAsk = new Set<() => void>()

/** Calls back when a sign-out would lose acts that have not been sent. Returns a function that removes the listener. */
export function onSignOutAsked(listener: () => void): () => void {
  onAsk.add(listener)
  return () => void onAsk.delete(listener)
}

/** Ends the session, after a question if acts have not been sent. */
export function signOut(): void {
  if (queue.acts.length === 0 || onAsk.size === 0) return endSession()
  for (const ask of onAsk) ask()
}

/** Ends the session on the server while the token is valid, then removes all data of the user from the browser. */
export function endSession(): void {
  if (readToken() === null) return
  // Both requests already hold the token; sign-out must not wait for an unreachable server.
  const calls = [live.unsubscribeAll(), call(authRoutes.logout)]
  void Promise.allSettled(calls)
  clearSession()
  toast.blank('Logged out')
}

/** Removes the user's data from the browser and ends its push messages. */
export function clearSession(): void {
  live.stop()
  void unsubscribeHere()
  setTheme('light')
  void queue.clear()
  writeToken(null)
}
