import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { FormButtons } from './form-buttons.tsx'
import * as z from 'zod/mini'
import { parsed } from '../lib/field-errors.ts'
import { TextField } from './text-field.tsx'
import { useForm } from './use-form.ts'

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

interface PasswordFormProps {
  id: string
  children?: ReactNode
  onConfirm: (password: string) => Promise<void>
}

const passwordInput = z.object({ password: z.string().check(z.minLength(1, 'Password is required')) })

/** Asks for the password, so that a stolen session is not enough. */
export function PasswordForm({ id, children, onConfirm }: PasswordFormProps) {
  const form = useForm({
    initial: { password: '' },
    parse: (typed) => parsed(passwordInput, typed),
    onSubmit: ({ password }) => onConfirm(password),
  })
  return (
    <form id={id} noValidate onSubmit={form.submit} className="grid gap-4">
      {children !== undefined && <div className="text-ink-soft">{children}</div>}
      <TextField label="Password" type="password" autoComplete="current-password" {...form.field('password')} />
    </form>
  )
}
