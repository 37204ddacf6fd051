import { emailChange, SAME_EMAIL, userRoutes, passwordChange } from '@greenhouse/contract'
import { call } from '../../lib/call.ts'
import { parsed, confirmErrors } from '../../lib/field-errors.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { toast } from '../../ui/toast.ts'
import type { ReactNode } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'

const TAKEN = 'This email is already in use by another user'
const EMAIL_FORM = 'email-form'

/** @param onChanged called after the server closed all sessions */
export function ChangeEmailDialog(props: { open: boolean; onClose: () => void; onChanged: () => void }) {
  return (
    <FormDialog form={EMAIL_FORM} title="Change e-mail" submitLabel="Change e-mail" {...props}>
      <EmailForm onChanged={props.onChanged} />
    </FormDialog>
  )
}

function EmailForm({ onChanged }: { onChanged: () => void }) {
  const form = useForm({
    initial: { oldEmail: '', newEmail: '', password: '' },
    parse: (typed) => parsed(emailChange, typed, isSame(typed) ? { newEmail: SAME_EMAIL } : {}),
    async onSubmit(body) {
      await call(userRoutes.changeEmail, { body })
      onChanged()
    },
    refusals: { 'email.taken': { newEmail: TAKEN } },
  })
  return (
    <form id={EMAIL_FORM} noValidate onSubmit={form.submit} className="grid gap-4">
      <p className="text-ink-soft">
        You’ll be signed out everywhere and sign in again with the new address. The old one gets a link that undoes the
        change for 7 days.
      </p>
      <TextField label="Current email" type="email" autoComplete="email" {...form.field('oldEmail')} />
      <TextField label="New email" type="email" autoComplete="off" {...form.field('newEmail')} />
      <TextField label="Password" type="password" autoComplete="current-password" {...form.field('password')} />
    </form>
  )
}

function isSame({ oldEmail, newEmail }: { oldEmail: string; newEmail: string }): boolean {
  return newEmail.trim() !== '' && newEmail.trim().toLowerCase() === oldEmail.trim().toLowerCase()
}

const WRONG = 'Old password is incorrect'
const PASSWORD_FORM = 'password-form'

export function ChangePasswordDialog(props: { open: boolean; onClose: () => void }) {
  return (
    <FormDialog form={PASSWORD_FORM} title="Change password" submitLabel="Change password" {...props}>
      <PasswordForm onDone={props.onClose} />
    </FormDialog>
  )
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const form = useForm({
    initial: { oldPassword: '', newPassword: '', confirm: '' },
    parse: (typed) => parsed(passwordChange, typed, confirmErrors(typed.newPassword, typed.confirm, 'confirm')),
    async onSubmit(body) {
      await call(userRoutes.changePassword, { body })
      toast.success('Password updated')
      onDone()
    },
    refusals: { 'password.wrong': { oldPassword: WRONG } },
  })
  return (
    <form id={PASSWORD_FORM} noValidate onSubmit={form.submit} className="grid gap-4">
      <p className="text-ink-soft">This signs you out on all other devices.</p>
      <TextField label="Old password" type="password" autoComplete="current-password" {...form.field('oldPassword')} />
      <TextField label="New password" type="password" autoComplete="new-password" {...form.field('newPassword')} />
      <TextField label="Confirm password" type="password" autoComplete="new-password" {...form.field('confirm')} />
    </form>
  )
}

interface FormDialogProps {
  open: boolean
  title: string
  form: string
  submitLabel: string
  onClose: () => void
  children: ReactNode
}

function FormDialog({ open, title, form, submitLabel, onClose, children }: FormDialogProps) {
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
