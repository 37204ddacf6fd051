import { useCallback, useState } from 'react'
import { readStored, store, STORED } from '../../lib/storage.ts'

export type Look = 'cards' | 'list'

/** Returns how this browser shows plants or devices; undefined while their number decides. */
export function useLook(of: 'plants' | 'devices'): [Look | undefined, (look: Look) => void] {
  const [look, setLook] = useState(() => storedLook(STORED[of]))
  const choose = useCallback(
    (chosen: Look) => {
      setLook(chosen)
      store(STORED[of], chosen)
    },
    [of],
  )
  return [look, choose]
}

function storedLook(name: (typeof STORED)['plants' | 'devices']): Look | undefined {
  const stored = readStored(name)
  return stored === 'cards' || stored === 'list' ? stored : undefined
}
