import type { AroundNavHandler } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { randomId } from './random-id.ts'

/**
 * Gives every navigation an id of its own. Following a link to the page that is shown replaces its entry in the
 * history, so that Back leads away from it.
 */
export const navigateOnce: AroundNavHandler = (navigate, to, options) => {
  const { pathname, search, hash } = window.location
  const replace = options?.replace ?? to === `${pathname}${search}${hash}`
  navigate(to, { replace, state: { navigationId: randomId() } })
}

/** The id of the navigation that led here; undefined on the first page of a visit. */
export function useNavigationId(): string | undefined {
  return useHistoryState<{ navigationId?: string } | null>()?.navigationId
}
