import { readStored, store, STORED } from '../../lib/storage.ts'

const listeners = new Set<() => void>()
const INSTANT = /^\d{4}-\d\d-\d\dT/

/**
 * Until when everything that had become known was looked at in this browser, ISO 8601; null before the first look. Earlier
 * versions stored the id of an alert instead: what is known by now counts as seen then.
 */
export function seenUntil(): string | null {
  const stored = readStored(STORED.alertSeen)
  if (stored === null || INSTANT.test(stored)) return stored
  const now = new Date().toISOString()
  store(STORED.alertSeen, now)
  return now
}

/** Records that everything was looked at that had become known by an instant, ISO 8601; an earlier one changes nothing. */
export function setSeenUntil(knownAt: string): void {
  if (knownAt <= (seenUntil() ?? '')) return
  store(STORED.alertSeen, knownAt)
  for (const listener of listeners) listener()
}

/** Calls back when that changes. Returns how to stop. */
export function onSeen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
