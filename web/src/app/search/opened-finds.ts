import { readStored, store, STORED } from '../../lib/storage.ts'
import { readToken, userIdOf } from '../../lib/token.ts'
import { findKinds, type Find } from './find.ts'

const OPENED_MAX = 5

interface Opened {
  readonly userId: string | null
  readonly householdId: string | undefined
  readonly finds: readonly Find[]
}

/** Returns what this person opened last in a household, the newest first. */
export function openedFinds(householdId: string | undefined): readonly Find[] {
  try {
    // Written below, or by another version.
    const opened = JSON.parse(readStored(STORED.opened) ?? '{}') as Partial<Opened>
    const isOfThis = opened.userId === userIdOf(readToken() ?? '') && opened.householdId === householdId
    return isOfThis && Array.isArray(opened.finds) ? opened.finds.filter(isFind).slice(0, OPENED_MAX) : []
  } catch {
    return []
  }
}

export function addOpened(find: Find, householdId: string | undefined): void {
  const others = openedFinds(householdId).filter(({ key }) => key !== find.key)
  const opened: Opened = {
    userId: userIdOf(readToken() ?? ''),
    householdId,
    finds: [find, ...others].slice(0, OPENED_MAX),
  }
  store(STORED.opened, JSON.stringify(opened))
}

function isFind(value: unknown): value is Find {
  if (typeof value !== 'object' || value === null) return false
  const { key, kind, title, detail, to } = value as Partial<Record<keyof Find, unknown>>
  return (
    [key, title, detail, to].every((text) => typeof text === 'string') &&
    findKinds.some((known) => known === kind) &&
    String(to).startsWith('/')
  )
}
