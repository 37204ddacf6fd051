import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Keeps input typed before hydration: React leaves it in the document, but would drop it at the next key.
 * @returns the ref of the field
 */
export function useEarlyInput(
  value: string,
  onChange: (value: string) => void,
): RefObject<(HTMLInputElement & HTMLTextAreaElement) | null> {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const takeOver = useEffectEvent(() => {
    const typed = field.current?.value ?? value
    if (typed !== value) onChange(typed)
  })
  // In the commit of the hydration, before an early submit is replayed.
  useLayoutEffect(() => takeOver(), [])
  return field
}
