import type { ReactNode } from 'react'
import { reportException } from '../lib/error-reports.ts'
import { failureMessage } from '../lib/failure-message.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { useDialog } from './dialog-state.ts'

interface ConfirmDialogProps {
  open: boolean
  title: string
  children?: ReactNode
  confirmLabel: string
  danger?: boolean
  /** The dialog is busy until it settles and closes when it succeeds. */
  onConfirm: () => void | Promise<unknown>
  failure?: (words: string) => string
  onClose: () => void
}

export function ConfirmDialog({ open, title, children, onClose, ...buttons }: ConfirmDialogProps) {
  return (
    <Dialog open={open} title={title} onClose={onClose} footer={<Buttons onClose={onClose} {...buttons} />}>
      <div className="text-ink-soft">{children}</div>
    </Dialog>
  )
}

function Buttons(props: Omit<ConfirmDialogProps, 'open' | 'title' | 'children'>) {
  const { confirmLabel, danger = false, onConfirm, failure = (words) => words, onClose } = props
  const dialog = useDialog()

  async function confirm() {
    dialog?.setFailure(undefined)
    dialog?.setBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      reportException(error)
      dialog?.setFailure(failure(failureMessage(error)))
    } finally {
      dialog?.setBusy(false)
    }
  }

  return (
    <>
      <Button variant="ghost" onClick={onClose}>
        Cancel
      </Button>
      <Button variant={danger ? 'danger' : 'leaf'} busy={dialog?.isBusy ?? false} onClick={() => void confirm()}>
        {confirmLabel}
      </Button>
    </>
  )
}
