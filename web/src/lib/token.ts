import { TOKEN_MIN_LENGTH } from '@greenhouse/contract'
import { readStored, store, STORED } from './storage.ts'

type Listener = () => void

const listeners = new Set<Listener>()
/** Held in memory too, so that a browser without storage can sign in for as long as the page is open. */
let held: string | null = null

/** The session token, or null when signed out. One too short to be a token is removed. */
export function readToken(): string | null {
  const token = readStored(STORED.token) ?? held
  if (token !== null && token.length < TOKEN_MIN_LENGTH) {
    store(STORED.token, null)
    held = null
    return null
  }
  return token
}

/** Stores the token of a new session, or removes it with null. Notifies all listeners, in other tabs too. */
export function writeToken(token: string | null): void {
  held = token
  store(STORED.token, token)
  // What is this person's is removed however the session ends.
  if (token === null) for (const name of [STORED.queries, STORED.device, STORED.alertSeen]) store(name, null)
  for (const listener of listeners) listener()
}

/** Calls back whenever the token changes, here or in another tab. Returns how to stop. */
export function onTokenChange(listener: Listener): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key !== STORED.token && event.key !== null) return
    held = event.newValue
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', hear)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', hear)
  }
}

/** Whose token it is, read from its payload (`Id`, else `sub`); null when it is not readable. */
export function userIdOf(token: string): string | null {
  try {
    const payload = token.split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0))
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof claims !== 'object' || claims === null) return null
    const id = ('Id' in claims && claims.Id) || ('sub' in claims && claims.sub)
    return typeof id === 'string' ? id : null
  } catch {
    return null
  }
}
