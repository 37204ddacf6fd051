import { useCallback, useState } from 'react'
import { readStored, store, STORED } from '../../lib/storage.ts'

export type PlantsLook = 'cards' | 'list'

/** Returns how plants are shown in this browser; undefined while their number decides. */
export function usePlantsLook(): [PlantsLook | undefined, (look: PlantsLook) => void] {
  const [look, setLook] = useState(storedLook)
  const choose = useCallback((chosen: PlantsLook) => {
    setLook(chosen)
    store(STORED.plants, chosen)
  }, [])
  return [look, choose]
}

function storedLook(): PlantsLook | undefined {
  const stored = readStored(STORED.plants)
  return stored === 'cards' || stored === 'list' ? stored : undefined
}
