import { useEffect, useState } from 'react'

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
