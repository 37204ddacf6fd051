import { useSyncExternalStore } from 'react'

/** Returns false during prerendering and hydration, which know neither the time nor this browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    noChanges,
    () => true,
    () => false,
  )
}

const noChanges = () => () => undefined
