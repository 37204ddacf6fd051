import type { AroundNavHandler } from 'wouter'
import { navigate as navigateTo, useHistoryState } from 'wouter/use-browser-location'
import { inHousehold, withHousehold } from './household-address.ts'
import { randomId } from './random-id.ts'

type Hold = (go: () => void) => void

let held: Hold | undefined

/** Gives navigations that are no redirects to a page with unsaved input, which runs them later or never. Returns a function that ends this. */
export function holdNavigations(hold: Hold): () => void {
  held = hold
  return () => {
    if (held === hold) held = undefined
  }
}

function leave(go: () => void, isRedirect: boolean): void {
  if (held && !isRedirect) held(go)
  else go()
}

/** Gives navigations an id and the household of this page. A link to the current page replaces its history entry, so that Back leaves the page. */
export const navigateOnce: AroundNavHandler = (navigate, to, options) => {
  const { pathname, search, hash } = window.location
  const path = inHousehold(to)
  const replace = options?.replace ?? path === `${pathname}${search}${hash}`
  leave(() => navigate(path, { replace, state: { navigationId: randomId() } }), replace)
}

/**
 * Shows a household; undefined stands for the default one. Stays on the page, without its choices, unless it is the page
 * of one thing, which has a household of its own.
 */
export function showHousehold(householdId: string | undefined, { replace = false } = {}): void {
  const { pathname } = window.location
  const path = withHousehold(pathname.lastIndexOf('/') > 0 ? '/' : pathname, householdId)
  leave(() => navigateTo(path, { replace, state: { navigationId: randomId() } }), replace)
}

/** Returns the id of the navigation that led here; undefined on the first page of a visit. */
export function useNavigationId(): string | undefined {
  return useHistoryState<{ navigationId?: string } | null>()?.navigationId
}
