import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { FormButtons } from './form-buttons.tsx'
import { PasswordForm } from './password-form.tsx'

interface PasswordDialogProps {
  open: boolean
  title: string
  children?: ReactNode
  confirmLabel: string
  danger?: boolean
  /** Errors about `password` are shown at the field. */
  onConfirm: (password: string) => Promise<void>
  onClose: () => void
}

const FORM = 'password-dialog'

export function PasswordDialog(props: PasswordDialogProps) {
  const { open, title, children, confirmLabel, danger = false, onConfirm, onClose } = props
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onClose}
      footer={<FormButtons form={FORM} submitLabel={confirmLabel} danger={danger} onCancel={onClose} />}
    >
      <PasswordForm id={FORM} onConfirm={onConfirm}>
        {children}
      </PasswordForm>
    </Dialog>
  )
}
