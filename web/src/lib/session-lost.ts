import { unsubscribeHere } from './browser-push.ts'
import { readToken, writeToken } from './token.ts'

type Listener = () => void
const listeners = new Set<Listener>()

/** Ends the session here because the server no longer knows `token`; a newer one that has come meanwhile stays. */
export function loseSession(token: string): void {
  if (readToken() !== token) return
  for (const listener of listeners) listener()
  writeToken(null)
  // Whoever uses this browser next must not be shown the alerts of this person.
  void unsubscribeHere()
}

/** Calls back when the server has ended the session. Returns how to stop. */
export function onSessionLost(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
