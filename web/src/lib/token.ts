import { TOKEN_MIN_LENGTH } from '@greenhouse/contract'
import { forgetPictures, readStored, store, STORED } from './storage.ts'

type Listener = () => void

const listeners = new Set<Listener>()
/** Lets a browser without storage stay signed in while the page is open. */
let inMemory: string | null = null

/** Returns the session token. Removes a stored value too short to be one. */
export function readToken(): string | null {
  const token = readStored(STORED.token) ?? inMemory
  if (token !== null && token.length < TOKEN_MIN_LENGTH) {
    store(STORED.token, null)
    inMemory = null
    return null
  }
  return token
}

/** Stores the token of a new session, or removes it. Notifies listeners in all tabs. */
export function writeToken(token: string | null): void {
  inMemory = token
  store(STORED.token, token)
  // Personal data is removed however the session ends.
  if (token === null) {
    forgetPictures()
    for (const name of [
      STORED.queries,
      STORED.opened,
      STORED.device,
      STORED.household,
      STORED.alertSeen,
      STORED.awaited,
      STORED.morning,
    ])
      store(name, null)
  }
  for (const listener of listeners) listener()
}

export function onTokenChange(listener: Listener): () => void {
  const listenStorage = (event: StorageEvent) => {
    if (event.key !== STORED.token && event.key !== null) return
    inMemory = event.newValue
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', listenStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listenStorage)
  }
}

/** Returns the `Id` or `sub` of the token's payload; null when it can't be read. */
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
