import { randomId } from './random-id.ts'
import { readStored, store, STORED } from './storage.ts'

/** Returns a random id for sign-ins, so that failed attempts of strangers can't lock out this browser. */
export function browserId(): string {
  const known = readStored(STORED.browser)
  if (known !== null && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(known)) return known
  const made = randomId()
  store(STORED.browser, made)
  return made
}
