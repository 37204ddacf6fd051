import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

export interface FormDialogProps {
  open: boolean
  title: string
  /** The id of the form inside. */
  form: string
  submitLabel: string
  onClose: () => void
  children: ReactNode
}

/** A dialog around one form, with the form's button in its footer. */
export function FormDialog({ open, title, form, submitLabel, onClose, children }: FormDialogProps) {
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="leaf" type="submit" form={form}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
