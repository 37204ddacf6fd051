import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Keeps the focus in an element whose focused button was replaced: on Undo when it turns, on the check when it turns back. */
export function useFollowingFocus<E extends HTMLElement>(isTurned: boolean): RefObject<E | null> {
  const element = useRef<E>(null)
  const before = useRef(isTurned)
  useLayoutEffect(() => {
    if (before.current === isTurned) return
    before.current = isTurned
    const { activeElement } = document
    if (activeElement !== document.body && activeElement !== element.current) return
    const next = element.current?.querySelector<HTMLElement>(isTurned ? '[data-undo]' : '[data-check]')
    next?.focus({ preventScroll: true })
  }, [isTurned])
  return element
}
