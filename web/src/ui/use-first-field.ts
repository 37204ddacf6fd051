import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Begins a form in the field of that name: when the dialog around it opens, or at once in a dialog that is open. */
export function useFirstField(name: string): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  // Before the dialog opens, which is an effect of the layout too.
  useLayoutEffect(() => {
    const field = form.current?.elements.namedItem(name)
    if (!(field instanceof HTMLInputElement)) return
    field.setAttribute('autofocus', '')
    if (form.current?.closest('dialog')?.open === true) field.select()
  }, [name])
  return form
}
