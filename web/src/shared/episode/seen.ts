import { readStored, store, STORED } from '../../lib/storage.ts'

const listeners = new Set<() => void>()
const INSTANT = /^\d{4}-\d\d-\d\dT/

/** Returns the time up to which this browser has seen all alerts. Earlier versions stored an alert's id instead. */
export function seenUntil(): string | null {
  const stored = readStored(STORED.alertSeen)
  if (stored === null || INSTANT.test(stored)) return stored
  const now = new Date().toISOString()
  store(STORED.alertSeen, now)
  return now
}

/** Records that all alerts known by an instant, ISO 8601, were seen. Never moves back. */
export function setSeenUntil(knownAt: string): void {
  if (knownAt <= (seenUntil() ?? '')) return
  store(STORED.alertSeen, knownAt)
  for (const listener of listeners) listener()
}

export function onSeen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
