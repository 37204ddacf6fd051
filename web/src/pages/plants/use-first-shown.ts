import type { Plant } from '@greenhouse/contract'
import { useState } from 'react'
import type { FirstShown } from './plant-sections.ts'

const NONE: FirstShown = new Map()

/** Returns when plants were watered last before they were shown. Cached plants may be old until they are refetched. */
export function useFirstShown(plants: readonly Plant[] | undefined, isFetching: boolean): FirstShown {
  const [first, setFirst] = useState(NONE)
  const added = isFetching ? [] : (plants ?? []).filter(({ plantId }) => !first.has(plantId))
  if (added.length > 0) {
    setFirst(new Map([...first, ...added.map(({ plantId, lastWatered }) => [plantId, lastWatered] as const)]))
  }
  return first
}
