type Listener = () => void

/** The modal dialogs that are open, the topmost last. */
const open: HTMLDialogElement[] = []
const listeners = new Set<Listener>()

/** The field that asks for the focus, or else the first one of a form. */
const FIRST_FIELD = '[autofocus], form :is(input, select, textarea):not([type=hidden])'

/** Opens a dialog above everything else. One with a form begins in it: the browser would begin at its close button. */
export function showOnTop(dialog: HTMLDialogElement): void {
  if (dialog.open) return
  const fields = [...dialog.querySelectorAll(FIRST_FIELD)]
  const first = fields.find((field) => field.hasAttribute('autofocus')) ?? fields[0]
  first?.setAttribute('autofocus', '')
  open.push(dialog)
  notify()
  dialog.showModal()
}

/** Closes a dialog, or notes that it is gone. */
export function takeAway(dialog: HTMLDialogElement): void {
  dialog.close()
  const index = open.indexOf(dialog)
  if (index === -1) return
  open.splice(index, 1)
  notify()
}

/** The dialog that everything else lies below and is inert; undefined while none is open. */
export function topDialog(): HTMLDialogElement | undefined {
  return open.at(-1)
}

/** Calls back when another dialog is on top: before it opens, and after the one above it has closed. Returns how to stop. */
export function onTopDialogChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function notify(): void {
  for (const listener of listeners) listener()
}
