import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { useLook, type Look } from '../../shared/settings/use-look.ts'

export interface PlantFilter {
  readonly search: string
  readonly setSearch: (search: string) => void
  readonly withDead: boolean
  readonly setWithDead: (withDead: boolean) => void
  /** Undefined while the number of plants decides. */
  readonly look: Look | undefined
  readonly setLook: (look: Look) => void
}

/** Returns the search and the filter of the page, which its address contains, and how this browser shows plants. */
export function usePlantFilter(): PlantFilter {
  const [params, setParams] = useSearchParams()
  const [look, setLook] = useLook('plants')
  // Stable: the grid of plants is memoized.
  const set = useCallback(
    (name: string, value: string) => setParams((before) => withParameter(before, name, value), { replace: true }),
    [setParams],
  )
  const [search, withDead] = [params.get(SEARCH) ?? '', params.get(DEAD) === '1']
  return useMemo(
    () => ({
      search,
      setSearch: (typed: string) => set(SEARCH, typed),
      withDead,
      setWithDead: (isShown: boolean) => set(DEAD, isShown ? '1' : ''),
      look,
      setLook,
    }),
    [search, withDead, look, set, setLook],
  )
}

const SEARCH = 'search'
const DEAD = 'dead'

function withParameter(before: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(before)
  if (value === '') next.delete(name)
  else next.set(name, value)
  return next
}
