type Listener = () => void

/** Topmost last. */
const open: HTMLDialogElement[] = []
const listeners = new Set<Listener>()

/** The field with autofocus, or else the first one of a form. */
const FIRST_FIELD = '[autofocus], form :is(input, select, textarea):not([type=hidden])'

/** Opens a dialog and focuses its first field: the browser would focus the close button. */
export function showOnTop(dialog: HTMLDialogElement): void {
  if (dialog.open) return
  const fields = [...dialog.querySelectorAll(FIRST_FIELD)]
  const first = fields.find((field) => field.hasAttribute('autofocus')) ?? fields[0]
  first?.setAttribute('autofocus', '')
  open.push(dialog)
  notify()
  dialog.showModal()
}

/** Closes a dialog, even if it is no longer in the document. */
export function closeDialog(dialog: HTMLDialogElement): void {
  dialog.close()
  const index = open.indexOf(dialog)
  if (index === -1) return
  open.splice(index, 1)
  notify()
}

export function topDialog(): HTMLDialogElement | undefined {
  return open.at(-1)
}

/** Calls back before another dialog opens on top and after the top one closes. */
export function onTopDialogChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function notify(): void {
  for (const listener of listeners) listener()
}
