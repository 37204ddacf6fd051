import { useEffect, useEffectEvent } from 'react'

/** Calls back when the page is shown again after it was hidden for this time. */
export function useReturn(hiddenMs: number, onReturn: () => void): void {
  const act = useEffectEvent(onReturn)
  useEffect(() => {
    let hiddenAt = Infinity
    const change = () => {
      if (document.visibilityState === 'hidden') hiddenAt = Date.now()
      else if (Date.now() - hiddenAt >= hiddenMs) act()
    }
    document.addEventListener('visibilitychange', change)
    return () => document.removeEventListener('visibilitychange', change)
  }, [hiddenMs])
}
