import { randomId } from './random-id.ts'
import { readStored, store, STORED } from './storage.ts'

/**
 * The random id by which the server recognises this browser at a sign-in: strangers who guess at the account
 * can't hold it up. It stays when the person signs out, and says nothing of them.
 */
export function browserId(): string {
  const known = readStored(STORED.browser)
  if (known !== null && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(known)) return known
  const made = randomId()
  store(STORED.browser, made)
  return made
}
