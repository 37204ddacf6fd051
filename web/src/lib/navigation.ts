import type { AroundNavHandler } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { randomId } from './random-id.ts'

/** Gives navigations an id. A link to the current page replaces its history entry, so that Back leaves the page. */
export const navigateOnce: AroundNavHandler = (navigate, to, options) => {
  const { pathname, search, hash } = window.location
  const replace = options?.replace ?? to === `${pathname}${search}${hash}`
  navigate(to, { replace, state: { navigationId: randomId() } })
}

/** Returns the id of the navigation that led here; undefined on the first page of a visit. */
export function useNavigationId(): string | undefined {
  return useHistoryState<{ navigationId?: string } | null>()?.navigationId
}
