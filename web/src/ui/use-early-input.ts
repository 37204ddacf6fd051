import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Takes over what was typed into a prerendered field before the page was hydrated. React leaves it in the document, but
 * knows nothing of it and would remove it with the next key.
 *
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
  // In the commit of the hydration, before a form is sent that was sent before it.
  useLayoutEffect(() => takeOver(), [])
  return field
}
