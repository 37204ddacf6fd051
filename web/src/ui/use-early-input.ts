import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'

/** Keeps input typed before hydration, which React would drop at the next key. Returns the ref of the field. */
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
