import { readStored, store, STORED } from './storage.ts'
import { readToken } from './token.ts'

const NAME = 'household'
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Returns the household that an address names; undefined stands for the default one. */
export function householdIn(search: string): string | undefined {
  const id = new URLSearchParams(search).get(NAME)
  return id !== null && ID.test(id) ? id : undefined
}

/** Returns the household that requests of this page name. */
export function householdHere(): string | undefined {
  return householdIn(window.location.search)
}

/** Names the household of this page in a path of the app, unless the path names one. */
export function inHousehold(path: string): string {
  if (typeof window === 'undefined' || !path.startsWith('/')) return path
  const here = householdHere()
  // The next user has other households.
  return here === undefined || householdIn(new URL(path, window.location.origin).search) || readToken() === null
    ? path
    : withHousehold(path, here)
}

/** Returns a path with this household, or with that of nobody else. */
export function withHousehold(path: string, householdId: string | undefined): string {
  const { pathname, searchParams, hash } = new URL(path, window.location.origin)
  if (householdId === undefined) searchParams.delete(NAME)
  else searchParams.set(NAME, householdId)
  const search = searchParams.toString()
  return `${pathname}${search && '?'}${search}${hash}`
}

/** Adds the household of the last visit to the address of the first page. */
export function restoreHousehold(): void {
  const id = readStored(STORED.household)
  const { pathname, search, hash } = window.location
  if (id === null || new URLSearchParams(search).has(NAME)) return
  window.history.replaceState(window.history.state, '', withHousehold(pathname + search + hash, id))
}

export function rememberHousehold(householdId: string | undefined): void {
  store(STORED.household, householdId ?? null)
}
