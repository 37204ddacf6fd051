import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Focuses the named field when the surrounding dialog opens, or at once if it is open. */
export function useFirstField(name: string): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  // Before the dialog opens, which is a layout effect as well.
  useLayoutEffect(() => {
    const field = form.current?.elements.namedItem(name)
    if (!(field instanceof HTMLInputElement)) return
    field.setAttribute('autofocus', '')
    if (form.current?.closest('dialog')?.open === true) field.select()
  }, [name])
  return form
}
