import { recoveryRoutes, resetRequest } from '@greenhouse/contract'
import { call } from '../../lib/call.ts'
import { parsed } from '../../lib/field-errors.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'

export type ResetRequestOutcome = 'sent' | 'no-mail'

export function ResetRequestForm({ onDone }: { onDone: (outcome: ResetRequestOutcome) => void }) {
  const form = useForm({
    initial: { email: '' },
    parse: (typed) => parsed(resetRequest, typed),
    async onSubmit(body) {
      await call(recoveryRoutes.requestReset, { body })
      onDone('sent')
    },
    otherwise(error) {
      if (error.code === 'mail.not-set-up') onDone('no-mail')
      return { notice: failureMessage(error) }
    },
  })
  return (
    <form noValidate onSubmit={form.submit} aria-label="Forgot your password?" className="enter grid gap-5">
      {form.notice !== undefined && <Notice>{form.notice}</Notice>}
      <TextField label="Email" type="email" autoComplete="username" {...form.field('email')} />
      <Button variant="leaf" type="submit" busy={form.busy}>
        Send the link
      </Button>
    </form>
  )
}
