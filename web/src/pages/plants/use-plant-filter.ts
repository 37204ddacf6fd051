import { useCallback } from 'react'
import { useSearchParams } from 'wouter'

export interface PlantFilter {
  readonly search: string
  readonly setSearch: (search: string) => void
  readonly withDead: boolean
  readonly setWithDead: (withDead: boolean) => void
}

/** Returns the search and the filter of the page, which its address contains. */
export function usePlantFilter(): PlantFilter {
  const [params, setParams] = useSearchParams()
  // Stable: the grid of plants is memoized.
  const set = useCallback(
    (name: string, value: string) => setParams((before) => withParameter(before, name, value), { replace: true }),
    [setParams],
  )
  return {
    search: params.get(SEARCH) ?? '',
    setSearch: useCallback((search) => set(SEARCH, search), [set]),
    withDead: params.get(DEAD) === '1',
    setWithDead: useCallback((withDead) => set(DEAD, withDead ? '1' : ''), [set]),
  }
}

const SEARCH = 'search'
const DEAD = 'dead'

function withParameter(before: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(before)
  if (value === '') next.delete(name)
  else next.set(name, value)
  return next
}
