import { passwordReset, recoveryRoutes } from '@greenhouse/contract'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { call } from '../../lib/call.ts'
import { confirmErrors, parsed } from '../../lib/field-errors.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { writeToken } from '../../lib/token.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'

export function ResetForm({ token }: { token: string }) {
  const [, navigate] = useLocation()
  const [isOver, setOver] = useState(false)
  const form = useForm({
    initial: { newPassword: '', confirm: '' },
    parse: (typed) =>
      parsed(passwordReset, { ...typed, token }, confirmErrors(typed.newPassword, typed.confirm, 'confirm')),
    async onSubmit(body) {
      await call(recoveryRoutes.reset, { body })
      toast.success('Password updated')
      // The server closed all sessions of the account, including that of this browser.
      writeToken(null)
      navigate('/signin', { replace: true })
    },
    otherwise(error) {
      setOver(error.code === 'link.not-found')
      return { notice: failureMessage(error) }
    },
  })
  return (
    <form noValidate onSubmit={form.submit} aria-label="New password" className="enter grid gap-5">
      {form.notice !== undefined && <Notice>{form.notice}</Notice>}
      {isOver ? (
        <NewLink />
      ) : (
        <>
          <TextField label="New password" type="password" autoComplete="new-password" {...form.field('newPassword')} />
          <TextField label="Confirm password" type="password" autoComplete="new-password" {...form.field('confirm')} />
          <Button variant="leaf" type="submit" busy={form.busy}>
            Set new password
          </Button>
        </>
      )}
    </form>
  )
}

export function NewLink() {
  return (
    <Link to="/forgot" className={buttonClass({ variant: 'leaf' })}>
      Ask for a new link
    </Link>
  )
}
