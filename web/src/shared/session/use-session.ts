import { useSyncExternalStore } from 'react'
import { onTokenChange, readToken, userIdOf, writeToken } from '../../lib/token.ts'

interface Session {
  readonly signedIn: boolean
  readonly userId: string | null
  signIn: (jwt: string) => void
  signOut: () => void
}

export function useSession(): Session {
  const token = useSyncExternalStore(onTokenChange, readToken, readToken)
  return {
    signedIn: token !== null,
    userId: token === null ? null : userIdOf(token),
    signIn: writeToken,
    signOut: () => void import('./sign-out.ts').then(({ signOut }) => signOut()),
  }
}
