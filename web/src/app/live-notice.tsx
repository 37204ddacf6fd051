import { CloudOff, WifiOff, type LucideIcon } from 'lucide-react'
import type { LiveState } from '../shared/live/live-connection.ts'
import { live } from '../shared/live/live.ts'
import { Button } from '../ui/button.tsx'
import { RECONNECT_ATTEMPTS } from '../shared/live/backoff.ts'
import { useState, useSyncExternalStore, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useOnline } from '../lib/use-online.ts'

const NO_NETWORK = 'No network. What you tap is kept and sent later.'

/**
 * Says that the browser has no network. A page that was opened without one has a bar below its header, and keeps the room of the bar
 * until it is left. On a page that was open before, the words cover its foot, so that its content does not move.
 */
export function NetworkBar() {
  const [pathname] = useLocation()
  return <NetworkState key={pathname} />
}

function NetworkState() {
  const isOnline = useOnline()
  const [hasRoom] = useState(!isOnline)
  if (!hasRoom) return <Overlay Sign={WifiOff}>{!isOnline && NO_NETWORK}</Overlay>
  return (
    <output className="block bg-sun-wash text-sm text-sun-ink print:hidden">
      <span className="page flex min-h-11 items-center gap-2.5 py-1.5">
        <WifiOff aria-hidden className="size-4.5 shrink-0" />
        {isOnline ? 'The network is back.' : NO_NETWORK}
      </span>
    </output>
  )
}

/** Leaves a browser without network to the bar. */
export function LiveNotice() {
  const state = useLiveState()
  const isOnline = useOnline()
  const words = isOnline ? describe(state) : undefined
  return (
    <Overlay Sign={CloudOff}>
      {words !== undefined && (
        <>
          {words}
          <Button variant="ghost" dense disabled={state.name === 'connecting'} onClick={() => live.retry()}>
            Retry
          </Button>
        </>
      )}
    </Overlay>
  )
}

/** Overlays the page, so that its content does not move. */
function Overlay({ Sign, children }: { Sign: LucideIcon; children: ReactNode }) {
  return (
    <output className="pointer-events-none fixed inset-x-0 bottom-18 lg:bottom-4 z-30 flex justify-center px-4 print:hidden">
      {children !== undefined && children !== false && (
        <div
          data-foot
          className="enter pointer-events-auto flex min-h-11 items-center gap-3 rounded-card border border-line bg-sun-wash py-1.5 ps-4 pe-3 text-sm font-medium text-sun-ink shadow-dialog"
        >
          <Sign aria-hidden className="size-5 shrink-0" />
          {children}
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
