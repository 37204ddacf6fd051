import { useEffect, useState } from 'react'

/** True once `active` has lasted `ms`: a spinner for what takes long, and none for what does not. */
export function useDelayed(ms: number, active = true): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!active) return undefined
    const timer = setTimeout(() => setLate(true), ms)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [ms, active])
  return active && late
}
