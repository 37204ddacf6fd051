import { ClientError, recoveryRoutes } from '@greenhouse/contract'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { writeToken } from '../../lib/token.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { EntryLayout } from './entry-layout.tsx'
import { useLinkToken } from './link-token.ts'
import { ResetForm } from './reset-form.tsx'

/** Opened by the link in the mail about a changed address. */
export function UndoEmailScreen() {
  usePageTitle('Take your account back')
  const token = useLinkToken()
  const [undone, setUndone] = useState<{ email: string; resetToken: string }>()
  const [busy, setBusy] = useState(false)
  const [notice, setNotice] = useState<string>()

  async function undo() {
    setBusy(true)
    setNotice(undefined)
    try {
      setUndone(await call(recoveryRoutes.undoEmail, { body: { token } }))
      writeToken(null)
    } catch (error) {
      if (!(error instanceof ClientError)) throw error
      setNotice(error.code === 'link.not-found' ? OVER : failureMessage(error))
    } finally {
      setBusy(false)
    }
  }

  if (undone)
    return (
      <EntryLayout
        quiet
        title="Choose a new password"
        intro={`Your account has the email ${undone.email} again. Whoever changed it knows the old password, so choose a new one now.`}
      >
        <ResetForm token={undone.resetToken} />
      </EntryLayout>
    )
  return (
    <EntryLayout
      quiet
      title="Take your account back"
      intro="Your account gets its former email back, everybody is signed out, and you choose a new password."
    >
      {notice !== undefined && <Notice>{notice}</Notice>}
      <Button variant="leaf" busy={busy} onClick={() => void undo()}>
        Take the change back
      </Button>
    </EntryLayout>
  )
}

const OVER = 'This link is no longer good. Ask whoever runs this server for help.'
