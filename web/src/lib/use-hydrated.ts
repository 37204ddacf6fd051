import { useSyncExternalStore } from 'react'

/**
 * Returns false during prerendering and hydration. Content that depends on the time or on this browser waits for true.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    noChanges,
    () => true,
    () => false,
  )
}

const noChanges = () => () => undefined
