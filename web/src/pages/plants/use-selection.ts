import { useCallback, useEffect, useState } from 'react'
import { topDialog } from '../../ui/open-dialogs.ts'

interface Selection {
  readonly chosen: ReadonlySet<string>
  /** The plant that was chosen last. */
  readonly anchor: string | undefined
}

const NOTHING: Selection = { chosen: new Set(), anchor: undefined }

/** Selects plants while it is on; Escape ends it. */
export function useSelection() {
  const [selection, setSelection] = useState<Selection>()
  const isOn = selection !== undefined
  const end = useCallback(() => setSelection(undefined), [])
  const start = useCallback(() => setSelection(NOTHING), [])
  const choose = useCallback((ids: readonly string[]) => setSelection({ chosen: new Set(ids), anchor: undefined }), [])
  /** Adds plants to the chosen ones. */
  const addAll = useCallback(
    (ids: readonly string[]) =>
      setSelection((before) => before && { ...before, chosen: new Set([...before.chosen, ...ids]) }),
    [],
  )
  /** @param order the plants on the screen; undefined to choose only one */
  const toggle = useCallback(
    (plantId: string, order: readonly string[] | undefined) =>
      setSelection((before) => before && toggled(before, plantId, order)),
    [],
  )

  useEffect(() => {
    if (!isOn) return undefined
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && !topDialog()) end()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOn, end])

  return { chosen: selection?.chosen, start, end, choose, addAll, toggle }
}

/** Returns the selection after a click; with an order, all from the plant chosen last to this one are chosen. */
export function toggled(before: Selection, plantId: string, order: readonly string[] | undefined): Selection {
  const chosen = new Set(before.chosen)
  const [from, to] = [order?.indexOf(before.anchor ?? '') ?? -1, order?.indexOf(plantId) ?? -1]
  if (order && from !== -1 && to !== -1) {
    for (const id of order.slice(Math.min(from, to), Math.max(from, to) + 1)) chosen.add(id)
  } else if (!chosen.delete(plantId)) {
    chosen.add(plantId)
  }
  return { chosen, anchor: plantId }
}
