import { authRoutes } from '@greenhouse/contract'
import { call } from '../../lib/call.ts'
import { unsubscribeHere } from '../../lib/browser-push.ts'
import { live } from '../live/live.ts'
import { setTheme } from '../../lib/theme.ts'
import { readToken, writeToken } from '../../lib/token.ts'
import { toast } from '../../ui/toast.ts'

/** Ends the session on the server while the token is valid, then removes all data of the user from the browser. */
export function signOut(): void {
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
  writeToken(null)
}
