import { useCallback, useMemo, useState } from 'react'
import { openAtFirst, rowsOf, type Garden, type OpenRows, type Thing, type TreeRow } from './garden.ts'

interface ShownTree {
  readonly rows: readonly TreeRow[]
  readonly isUnplacedShown: boolean
  /** Stable, like the next. */
  readonly toggle: (placeId: string) => void
  /** Shows where something was moved: in a place, or with null in none. */
  readonly show: (thing: Thing, placeId: string | null) => void
  readonly toggleUnplaced: () => void
}

/** Keeps which places are open. */
export function usePlaceRows(garden: Garden): ShownTree {
  const [open, setOpen] = useState<OpenRows>(() => openAtFirst(garden))
  const toggle = useCallback((placeId: string) => {
    setOpen(({ places, unplaced }) => {
      const next = new Set(places)
      if (!next.delete(placeId)) next.add(placeId)
      return { places: next, unplaced }
    })
  }, [])
  const show = useCallback(({ kind }: Thing, placeId: string | null) => {
    setOpen(({ places, unplaced }) =>
      placeId === null
        ? { places, unplaced: unplaced || kind !== 'place' }
        : { unplaced, places: new Set([...places, placeId]) },
    )
  }, [])
  const toggleUnplaced = useCallback(() => setOpen((before) => ({ ...before, unplaced: !before.unplaced })), [])
  const rows = useMemo(() => rowsOf(garden, open), [garden, open])
  return { rows, isUnplacedShown: open.unplaced, toggle, show, toggleUnplaced }
}
