import { useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { toast } from './toast.ts'

export interface ConfirmDialogProps {
  open: boolean
  /** The question. */
  title: string
  /** What will happen. */
  children?: ReactNode
  /** Names what the button does: "Remove device". */
  confirmLabel: string
  danger?: boolean
  /** Does it. The dialog is busy until it settles and closes when it succeeds. */
  onConfirm: () => void | Promise<unknown>
  /** The sentence of the toast when `onConfirm` throws; the message of the error when left out. */
  failure?: (error: Error) => string
  onClose: () => void
}

/** Asks before something is done, does it, and stays open with a toast when it fails. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirmLabel, danger = false, onConfirm, failure = messageOf, onClose } = props
  const [busy, setBusy] = useState(false)

  async function confirm() {
    setBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      toast.error(failure(error instanceof Error ? error : new Error('Something went wrong')))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      {...{ open, title, onClose }}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant={danger ? 'danger' : 'leaf'} busy={busy} onClick={() => void confirm()}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-ink-soft">{children}</div>
    </Dialog>
  )
}

function messageOf({ message }: Error): string {
  return message
}
