import { useEffect, useRef, type RefObject } from 'react'

interface Focused {
  readonly element: Element
  /** Of its row. */
  readonly index: number
}

/**
 * Keeps the focus in a list when the row or button that had it is gone: it moves to the row in that place, and to the page once the
 * list is gone, too.
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>): void {
  const last = useRef<Focused>(undefined)

  useEffect(() => {
    const had = last.current
    if (had?.element.isConnected !== false) {
      last.current = focusedIn(list.current, had?.element)
      return
    }
    last.current = undefined
    if (document.activeElement !== document.body) return
    const row = list.current?.children[Math.min(had.index, list.current.children.length - 1)]
    row?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
  })

  useEffect(() => {
    // React reports no event of elements that it removes.
    const note = ({ target }: Event) => {
      last.current = target instanceof Element ? focusedIn(list.current, target) : undefined
    }
    document.addEventListener('focusin', note)
    document.addEventListener('pointerdown', note)
    return () => {
      document.removeEventListener('focusin', note)
      document.removeEventListener('pointerdown', note)
      const isLost = last.current?.element.isConnected === false && document.activeElement === document.body
      if (isLost) document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [list])
}

/** Rows move, so their places are taken anew. */
function focusedIn(list: Element | null, element: Element | undefined): Focused | undefined {
  const index = [...(list?.children ?? [])].findIndex((row) => element !== undefined && row.contains(element))
  return element === undefined || index === -1 ? undefined : { element, index }
}
