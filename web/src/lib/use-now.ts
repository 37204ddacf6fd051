import { useEffect, useState } from 'react'

/** The time in milliseconds, renewed every `everyMs`; only the component that asks is drawn again. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
