import { useSyncExternalStore } from 'react'
import type { LiveState } from './live-connection.ts'
import { live } from './live.ts'

/** How the live connection is doing. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(onState, currentState, currentState)
}

const onState = (listener: () => void) => live.onState(listener)
const currentState = () => live.state
