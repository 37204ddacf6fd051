import { useEffect, useRef, useState } from 'react'

type Functions = Readonly<Record<string, (...args: never[]) => unknown>>

/** Returns functions that never change, for memoized components. Each calls its latest version; not during a render. */
export function useStable<T extends Functions>(functions: T): T {
  const latest = useRef(functions)
  useEffect(() => {
    latest.current = functions
  })
  const [stable] = useState(() => {
    const names = Object.keys(functions)
    return Object.fromEntries(names.map((name) => [name, (...args: never[]) => latest.current[name]?.(...args)])) as T
  })
  return stable
}
