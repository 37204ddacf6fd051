import { passwordChange, userRoutes } from '@greenhouse/contract'
import { call } from '../../lib/call.ts'
import { confirmErrors } from '../../lib/confirm-errors.ts'
import { parsed } from '../../lib/field-errors.ts'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { FormDialog } from './form-dialog.tsx'

const WRONG = 'Old password is incorrect'
const FORM = 'password-form'

export function ChangePasswordDialog(props: { open: boolean; onClose: () => void }) {
  return (
    <FormDialog form={FORM} title="Change password" submitLabel="Change password" {...props}>
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
    <form id={FORM} noValidate onSubmit={form.submit} className="grid gap-4">
      <p className="text-ink-soft">This signs you out on all other devices.</p>
      <TextField label="Old password" type="password" autoComplete="current-password" {...form.field('oldPassword')} />
      <TextField label="New password" type="password" autoComplete="new-password" {...form.field('newPassword')} />
      <TextField label="Confirm password" type="password" autoComplete="new-password" {...form.field('confirm')} />
    </form>
  )
}
