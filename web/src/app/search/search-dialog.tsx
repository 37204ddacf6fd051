import { useLayoutEffect, useRef } from 'react'
import { closeDialog, showOnTop } from '../../ui/open-dialogs.ts'
import { SearchContent } from './search-content.tsx'

const LOOK =
  'dialog m-0 h-dvh max-h-none w-full max-w-none overflow-hidden border border-line bg-surface p-0 text-ink shadow-dialog ' +
  'sm:mx-auto sm:mt-21 sm:h-fit sm:max-h-[calc(100dvh-10rem)] sm:max-w-160 sm:rounded-card'

/** Is rendered while it is open. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return undefined
    showOnTop(element)
    return () => closeDialog(element)
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label="Search"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={({ currentTarget }) => !currentTarget.open && onClose()}
      closedby="any"
      className={LOOK}
    >
      <SearchContent onClose={onClose} />
    </dialog>
  )
}
