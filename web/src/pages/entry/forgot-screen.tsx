import { serverRoutes, recoveryRoutes, resetRequest } from '@greenhouse/contract'
import { use, useState } from 'react'
import { call } from '../../lib/call.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { buttonClass, Button } from '../../ui/button.tsx'
import { Link } from 'wouter'
import { EntryLayout } from './entry-layout.tsx'
import { parsed } from '../../lib/field-errors.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'

type Stage = 'asking' | ResetRequestOutcome

/** Requests a reset link, or says where to get one if the server sends no mail. */
export function ForgotScreen() {
  usePageTitle('Forgot your password?')
  const sendsMail = use(askWhetherMailIsSent())
  const [stage, setStage] = useState<Stage>(sendsMail ? 'asking' : 'no-mail')

  return (
    <EntryLayout quiet title="Forgot your password?" intro={INTRO[stage]}>
      {stage === 'asking' && <ResetRequestForm onDone={setStage} />}
      <Link to="/signin" className={buttonClass({ variant: stage === 'asking' ? 'ghost' : 'soft' })}>
        Back to the login
      </Link>
    </EntryLayout>
  )
}

let asked: Promise<boolean> | undefined

/** Defaults to true without a response: the server rejects the request itself if it sends no mail. */
function askWhetherMailIsSent(): Promise<boolean> {
  asked ??= call(serverRoutes.info).then(
    ({ sendsMail }) => sendsMail,
    () => true,
  )
  return asked
}

const INTRO: Record<Stage, string> = {
  asking: 'Enter the email of your account. You’ll get a link to choose a new password.',
  sent: 'If there is an account with this email, a link is on its way. It works once, for 15 minutes. Nothing there? Look into the spam folder, or try again in five minutes.',
  'no-mail':
    'This server sends no mail. Ask whoever runs it for a link to choose a new password, which “npm run admin -- reset” with your email prints. Nobody learns the old password or the new one.',
}

type ResetRequestOutcome = 'sent' | 'no-mail'

function ResetRequestForm({ onDone }: { onDone: (outcome: ResetRequestOutcome) => void }) {
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
