import { authRoutes } from '@greenhouse/contract'
import { call } from '../../lib/call.ts'
import { unsubscribeHere } from '../../lib/browser-push.ts'
import { live } from '../live/live.ts'
import { setTheme } from '../../lib/theme.ts'
import { readToken, writeToken } from '../../lib/token.ts'
import { toast } from '../../ui/toast.ts'

/**
 * Ends the session: unsubscribes and signs out on the server while the token is still valid, then removes everything of
 * this person from the browser. The settings go with the signed-in shell that held them.
 */
export function signOut(): void {
  if (readToken() === null) return
  // Both take the token with them now; signing out must not wait for a server that may be away.
  const calls = [live.unsubscribeAll(), call(authRoutes.logout)]
  void Promise.allSettled(calls)
  clearSession()
  toast.blank('Logged out')
}

/** Removes what this browser keeps of the person, and ends the push messages to it. */
export function clearSession(): void {
  live.stop()
  void unsubscribeHere()
  setTheme('light')
  writeToken(null)
}
