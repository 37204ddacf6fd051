import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'wouter'

const NAME = 'add'

/** Adds the plant that the address names, once: `/plants?add=Basil`. The name may be empty. */
export function usePlantToAdd(add: (name: string) => void): void {
  const [search, setSearch] = useSearchParams()
  const name = search.get(NAME)
  const addNamed = useEffectEvent((named: string) => {
    setSearch(withoutName, { replace: true })
    add(named)
  })
  useEffect(() => {
    if (name !== null) addNamed(name)
  }, [name])
}

function withoutName(before: URLSearchParams): URLSearchParams {
  const after = new URLSearchParams(before)
  after.delete(NAME)
  return after
}
