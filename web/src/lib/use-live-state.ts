import { useSyncExternalStore } from 'react'
import type { LiveState } from './live-connection.ts'
import { live } from './live.ts'

/** How the live connection is doing. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => live.onState(listener),
    () => live.state,
  )
}
