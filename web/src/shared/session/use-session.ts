import { useSyncExternalStore } from 'react'
import { onTokenChange, readToken, userIdOf, writeToken } from '../../lib/token.ts'

interface Session {
  readonly signedIn: boolean
  readonly userId: string | null
  /** Begins a session with the token of a login. */
  signIn: (jwt: string) => void
  /** Ends the session, here and on the server. */
  signOut: () => void
}

/** Who is signed in in this browser; follows what other tabs do. */
export function useSession(): Session {
  const token = useSyncExternalStore(onTokenChange, readToken, readToken)
  return {
    signedIn: token !== null,
    userId: token === null ? null : userIdOf(token),
    signIn: writeToken,
    signOut: () => void import('./sign-out.ts').then(({ signOut }) => signOut()),
  }
}
