import { useEffect, useState } from 'react'

/** @param clock stable, in milliseconds; by default that of the browser, which may be wrong */
export function useNow(everyMs = 1000, clock: () => number = Date.now): number {
  const [now, setNow] = useState(clock)
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, clock])
  return now
}
