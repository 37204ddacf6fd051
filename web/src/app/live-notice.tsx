import { CloudOff, WifiOff } from 'lucide-react'
import type { LiveState } from '../shared/live/live-connection.ts'
import { live } from '../shared/live/live.ts'
import { Button } from '../ui/button.tsx'
import { RECONNECT_ATTEMPTS } from '../shared/live/backoff.ts'
import { useSyncExternalStore } from 'react'
import { useOnline } from '../lib/use-online.ts'

/** Says below the header that the browser has no network. */
export function NetworkBar() {
  const isOnline = useOnline()
  return (
    <output className="block print:hidden">
      {!isOnline && (
        <span className="block bg-sun-wash text-sm text-sun-ink">
          <span className="page flex min-h-11 items-center gap-2.5 py-1.5">
            <WifiOff aria-hidden className="size-4.5 shrink-0" />
            No network. What you tap is kept and sent later.
          </span>
        </span>
      )}
    </output>
  )
}

/** Overlays the page, so that its content does not move. Leaves a browser without network to the bar. */
export function LiveNotice() {
  const state = useLiveState()
  const isOnline = useOnline()
  const words = isOnline ? describe(state) : undefined
  return (
    <output className="pointer-events-none fixed inset-x-0 bottom-18 lg:bottom-4 z-30 flex justify-center px-4">
      {words !== undefined && (
        <div
          data-foot
          className="enter pointer-events-auto flex items-center gap-3 rounded-card border border-line bg-sun-wash py-1.5 ps-4 pe-2 text-sm font-medium text-sun-ink shadow-dialog"
        >
          <CloudOff aria-hidden className="size-5 shrink-0" />
          {words}
          <Button variant="ghost" dense disabled={state.name === 'connecting'} onClick={() => live.retry()}>
            Retry
          </Button>
        </div>
      )}
    </output>
  )
}

function describe(state: LiveState): string | undefined {
  if (state.name === 'offline') return 'Offline. Readings are not live.'
  if (state.name === 'waiting') {
    return `Connection lost. Trying again, ${state.attempt} of ${RECONNECT_ATTEMPTS}.`
  }
  return state.name === 'connecting' && state.again ? 'Connection lost. Connecting…' : undefined
}

function useLiveState(): LiveState {
  return useSyncExternalStore(onState, currentState, currentState)
}

const onState = (listener: () => void) => live.onState(listener)
const currentState = () => live.state
