import { unsubscribeHere } from './push-channel.ts'
import { readToken, writeToken } from './token.ts'

type Listener = () => void
const listeners = new Set<Listener>()

/** Ends the session because the server rejected `token`; a newer session stays. */
export function loseSession(token: string): void {
  if (readToken() !== token) return
  for (const listener of listeners) listener()
  writeToken(null)
  // The next user of this browser must not receive this user's alerts.
  void unsubscribeHere()
}

export function onSessionLost(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
