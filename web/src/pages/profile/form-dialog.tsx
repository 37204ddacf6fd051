import type { ReactNode } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'

interface FormDialogProps {
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
      footer={<FormButtons form={form} submitLabel={submitLabel} onCancel={onClose} />}
    >
      {children}
    </Dialog>
  )
}
