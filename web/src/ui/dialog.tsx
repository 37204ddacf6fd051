import { ArrowLeft, X } from 'lucide-react'
import { Activity, useLayoutEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { classes } from '../lib/classes.ts'
import { DialogContext } from './dialog-state.ts'
import { IconButton } from './icon-button.tsx'
import { Notice } from './notice.tsx'
import { showOnTop, closeDialog } from './open-dialogs.ts'

export interface DialogProps {
  title: string
  open: boolean
  /** Called for Escape, the close button and a click on the backdrop. */
  onClose: () => void
  children: ReactNode
  /** Name of the page behind a dialog that fills phones: the way back there. */
  back?: string | undefined
  /** Stays below the title while the content scrolls. */
  head?: ReactNode
  footer?: ReactNode
  className?: string
  /** Renders the content in idle time before the first opening, where a phone would be too slow. */
  prepared?: boolean
}

/** A modal dialog; a bottom sheet on phones. Content is remounted at each opening. See `useDialog` for errors. */
export function Dialog({ title, open, onClose, className, prepared = false, ...content }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const shownContent = (
    <Content key={useClosings(open)} title={title} titleId={titleId} onClose={onClose} {...content} />
  )

  // Before the element is removed: only a dialog closed in the document restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return undefined
    showOnTop(element)
    return () => closeDialog(element)
  }, [open])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={({ currentTarget }) => open && !currentTarget.open && onClose()}
      closedby="any"
      className={classes(LOOK, className)}
    >
      {prepared ? <Activity mode={open ? 'visible' : 'hidden'}>{shownContent}</Activity> : open && shownContent}
    </dialog>
  )
}

function useClosings(open: boolean): number {
  const [before, setBefore] = useState({ open, closings: 0 })
  if (before.open !== open) setBefore({ open, closings: before.closings + (open ? 0 : 1) })
  return before.closings
}

type ContentProps = Pick<DialogProps, 'title' | 'onClose' | 'children' | 'back' | 'head' | 'footer'> & {
  titleId: string
}

function Content({ title, titleId, onClose, children, back, head, footer }: ContentProps) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const state = useMemo(() => ({ isBusy, setBusy, setFailure }), [isBusy])
  return (
    <DialogContext value={state}>
      <div className="flex max-h-[inherit] flex-col">
        {back !== undefined && (
          <div className="flex min-h-14 items-center justify-between border-b border-line px-3 sm:hidden">
            <button type="button" onClick={onClose} className="inline-flex min-h-11 items-center gap-2.5 px-2">
              <ArrowLeft aria-hidden className="size-5 text-ink-soft" />
              {back}
            </button>
            <IconButton label="Close" onClick={onClose}>
              <X aria-hidden className="size-5" />
            </IconButton>
          </div>
        )}
        <header className="flex items-start justify-between gap-4 px-5 pt-4 sm:px-6">
          <h2 id={titleId} className="min-w-0 py-2 text-xl">
            {title}
          </h2>
          <IconButton
            label="Close"
            onClick={onClose}
            className={classes('-me-2', back !== undefined && 'max-sm:hidden')}
          >
            <X aria-hidden className="size-5" />
          </IconButton>
        </header>
        {head !== undefined && <div className="px-5 pb-3 sm:px-6">{head}</div>}
        <div className="overflow-y-auto px-5 pt-2 pb-5 sm:px-6 sm:pb-6">{children}</div>
        {failure !== undefined && (
          <div className="px-5 pb-4 sm:px-6">
            <Notice>{failure}</Notice>
          </div>
        )}
        {footer !== undefined && (
          <footer className="flex flex-col-reverse gap-3 border-t border-line px-5 py-4 sm:flex-row sm:justify-end sm:px-6">
            {footer}
          </footer>
        )}
      </div>
    </DialogContext>
  )
}

const LOOK =
  'dialog m-auto mb-0 w-full max-w-full max-h-[92dvh] overflow-hidden rounded-t-card border border-line bg-surface p-0 ' +
  'text-ink shadow-dialog sm:mb-auto sm:max-w-[35rem] sm:max-h-[85dvh] sm:rounded-card'
