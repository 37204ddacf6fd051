import { ClientError, passwordChange, userRoutes } from '@greenhouse/contract'
import { call } from '../../lib/call.ts'
import { problemErrors } from '../../lib/field-errors.ts'
import { sayFailure } from '../../lib/say-failure.ts'
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
  const form = useForm(passwordChange, {
    initial: { oldPassword: '', newPassword: '', confirm: '' },
    check: ({ newPassword, confirm }): Record<string, string> =>
      confirm === ''
        ? { confirm: 'Confirm password is required' }
        : confirm === newPassword
          ? {}
          : { confirm: 'Passwords do not match' },
    async onSubmit(body) {
      try {
        await call(userRoutes.changePassword, { body })
        toast.success('Password updated')
        onDone()
      } catch (error) {
        if (!(error instanceof ClientError)) throw error
        const byField = problemErrors(error)
        if (error.status === 401 || /invalid/i.test(error.message)) form.setErrors({ oldPassword: WRONG })
        else if (Object.keys(byField).length > 0) form.setErrors(byField)
        else toast.error(sayFailure(error))
      }
    },
  })
  return (
    <form id={FORM} noValidate onSubmit={form.submit} className="grid gap-4">
      <p className="text-ink-soft">All your other sessions end with the change.</p>
      <TextField label="Old password" type="password" autoComplete="current-password" {...form.field('oldPassword')} />
      <TextField label="New password" type="password" autoComplete="new-password" {...form.field('newPassword')} />
      <TextField label="Confirm password" type="password" autoComplete="new-password" {...form.field('confirm')} />
    </form>
  )
}
