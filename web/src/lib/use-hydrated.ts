import { useSyncExternalStore } from 'react'

/**
 * False while the page is prerendered and while it is hydrated, true in every later render. What depends on the time or
 * on this browser is rendered only once it is true, because the build knows neither.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    noChanges,
    () => true,
    () => false,
  )
}

const noChanges = () => () => undefined
