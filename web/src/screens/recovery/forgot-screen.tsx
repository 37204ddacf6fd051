import { recoveryRoutes, resetRequest, serverRoutes } from '@greenhouse/contract'
import { useEffect, useState } from 'react'
import { call } from '../../lib/call.ts'
import { parsed } from '../../lib/field-errors.ts'
import { sayFailure } from '../../lib/say-failure.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Link } from 'wouter'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { EntryLayout } from '../landing/entry-layout.tsx'

type Stage = 'asking' | 'sent' | 'no-mail'

/** For people who can't sign in: a link by mail, or who can give one. */
export function ForgotScreen() {
  usePageTitle('Forgot your password?')
  const [stage, setStage] = useState<Stage>('asking')

  useEffect(() => {
    const stop = new AbortController()
    // Without an answer the form stays: the server says by itself that it sends no mail.
    call(serverRoutes.info, { signal: stop.signal }).then(
      ({ sendsMail }) => setStage((before) => (sendsMail ? before : 'no-mail')),
      () => {},
    )
    return () => stop.abort()
  }, [])

  return (
    <EntryLayout quiet title="Forgot your password?" intro={INTRO[stage]}>
      {stage === 'asking' && <RequestForm onDone={setStage} />}
      <Link to="/signin" className={buttonClass({ variant: stage === 'asking' ? 'ghost' : 'soft' })}>
        Back to the login
      </Link>
    </EntryLayout>
  )
}

const INTRO: Record<Stage, string> = {
  asking: 'Type the e-mail of your account. We send you a link to choose a new password.',
  sent: 'If there is an account with this e-mail, a link is on its way. It works once, for 15 minutes. Nothing there? Look into the spam folder, or try again in five minutes.',
  'no-mail':
    'This server sends no mail. Ask whoever runs it: one command gives you a link to choose a new password, and nobody learns the old one or the new.',
}

function RequestForm({ onDone }: { onDone: (stage: Stage) => void }) {
  const form = useForm({
    initial: { email: '' },
    parse: (typed) => parsed(resetRequest, typed),
    async onSubmit(body) {
      await call(recoveryRoutes.requestReset, { body })
      onDone('sent')
    },
    otherwise(error) {
      if (error.code === 'mail.not-set-up') onDone('no-mail')
      return { notice: sayFailure(error) }
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
