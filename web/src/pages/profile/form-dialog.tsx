import type { ReactNode } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'

interface FormDialogProps {
  open: boolean
  title: string
  form: string
  submitLabel: string
  onClose: () => void
  children: ReactNode
}

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
