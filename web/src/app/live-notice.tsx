import { CloudOff, WifiOff } from 'lucide-react'
import type { LiveState } from '../shared/live/live-connection.ts'
import { live } from '../shared/live/live.ts'
import { Button } from '../ui/button.tsx'
import { RECONNECT_ATTEMPTS } from '../shared/live/backoff.ts'
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { classes } from '../lib/classes.ts'
import { useOnline } from '../lib/use-online.ts'

const NO_NETWORK = 'No network. What you tap is kept and sent later.'

/** Says below the header that the browser has no network. Keeps its room until the page is left. */
export function NetworkBar() {
  const [pathname] = useLocation()
  return <NetworkState key={pathname} />
}

function NetworkState() {
  const isOnline = useOnline()
  const [isShown, setShown] = useState(!isOnline)
  if (!isOnline && !isShown) setShown(true)
  const bar = useRef<HTMLOutputElement>(null)
  const hasRoom = useRef(isShown)
  // The page that is open must not move.
  useLayoutEffect(() => {
    if (!isShown || hasRoom.current) return
    hasRoom.current = true
    if (window.scrollY > 0 && CSS.supports('overflow-anchor', 'auto')) return
    window.scrollBy({ top: bar.current?.offsetHeight ?? 0, behavior: 'instant' })
  }, [isShown])
  return (
    <output
      ref={bar}
      className={classes(
        'block bg-sun-wash text-sm text-sun-ink print:hidden',
        !isOnline && 'sticky top-0 z-10 lg:top-16',
      )}
    >
      {isShown && (
        <span data-network-bar className="page flex min-h-11 items-center gap-2.5 py-1.5">
          <WifiOff aria-hidden className="size-4.5 shrink-0" />
          {isOnline ? 'The network is back.' : NO_NETWORK}
        </span>
      )}
    </output>
  )
}

/** Leaves a browser without network to the bar. */
export function LiveNotice() {
  const state = useLiveState()
  const isOnline = useOnline()
  const words = isOnline ? describe(state) : undefined
  return (
    // Overlays the page, so that its content does not move.
    <output className="pointer-events-none fixed inset-x-0 bottom-18 lg:bottom-4 z-30 flex justify-center px-4 print:hidden">
      {words !== undefined && (
        <div
          data-foot
          className="enter pointer-events-auto flex min-h-11 items-center gap-3 rounded-card border border-line bg-sun-wash py-1.5 ps-4 pe-3 text-sm font-medium text-sun-ink shadow-dialog"
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
