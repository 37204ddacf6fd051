import { emailChange, SAME_EMAIL, userRoutes } from '@greenhouse/contract'
import { call } from '../../lib/call.ts'
import { parsed } from '../../lib/field-errors.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { FormDialog } from './form-dialog.tsx'

const TAKEN = 'This email is already in use by another user'
const FORM = 'email-form'

/** @param onChanged called after the server closed all sessions */
export function ChangeEmailDialog(props: { open: boolean; onClose: () => void; onChanged: () => void }) {
  return (
    <FormDialog form={FORM} title="Change e-mail" submitLabel="Change e-mail" {...props}>
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
    <form id={FORM} noValidate onSubmit={form.submit} className="grid gap-4">
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
