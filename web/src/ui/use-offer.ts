import { useEffect, useRef } from 'react'

/** How long an act can be undone in its row. */
export const OFFER_MS = 8000

/** Calls back at the end of the time of an offer, which does not pass while it is held. */
export function useOffer(isHeld: boolean, onEnd: () => void): void {
  const left = useRef(OFFER_MS)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (isHeld) return undefined
    const since = Date.now()
    const timer = setTimeout(() => end.current(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - since
    }
  }, [isHeld])
}
