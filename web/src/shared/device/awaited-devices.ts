import { householdHere } from '../../lib/household-address.ts'
import { readStored, store, STORED } from '../../lib/storage.ts'
import { onTokenChange, readToken } from '../../lib/token.ts'

/** A device whose first reading is awaited after its sheet was closed, or a hub whose first board is. */
export interface Awaited {
  readonly kind: 'device' | 'hub'
  readonly id: string
  readonly name: string
  /** Null for the default one. */
  readonly householdId: string | null
}

let awaited: readonly Awaited[] | undefined
let isEndedWithSession = false
const listeners = new Set<() => void>()

/** Waits until it has come, also after a reload. */
export function awaitFirst({ kind, id, name }: Omit<Awaited, 'householdId'>): void {
  change([...awaitedHere().filter((one) => one.id !== id), { kind, id, name, householdId: householdHere() ?? null }])
}

export function stopAwaiting(id: string): void {
  change(awaitedHere().filter((one) => one.id !== id))
}

/** Returns all that this browser awaits. */
export function awaitedHere(): readonly Awaited[] {
  return (awaited ??= readAwaited())
}

export function onAwaitedChange(listener: () => void): () => void {
  if (!isEndedWithSession) onTokenChange(() => readToken() === null && change([]))
  isEndedWithSession = true
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function readAwaited(): readonly Awaited[] {
  try {
    // Written below.
    return JSON.parse(readStored(STORED.awaited) ?? '[]') as Awaited[]
  } catch {
    return []
  }
}

function change(next: readonly Awaited[]): void {
  awaited = next
  store(STORED.awaited, next.length === 0 ? null : JSON.stringify(next))
  for (const listener of listeners) listener()
}
