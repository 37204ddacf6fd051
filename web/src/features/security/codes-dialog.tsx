import { secondFactorRoutes } from '@greenhouse/contract'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordForm } from '../../ui/password-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const FORM = 'new-codes'

/** Makes new recovery codes; the old ones stop working. */
export function CodesDialog({ open, onClose, onMade }: { open: boolean; onClose: () => void; onMade: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>()

  function close() {
    setCodes(undefined)
    onClose()
  }

  async function make(password: string) {
    const { recoveryCodes } = await call(secondFactorRoutes.renewRecoveryCodes, { body: { password } })
    setCodes(recoveryCodes ?? [])
    onMade()
  }

  return (
    <Dialog
      open={open}
      title={codes ? 'Your recovery codes' : 'Make new recovery codes?'}
      onClose={close}
      footer={
        codes ? (
          <Button variant="leaf" onClick={close}>
            I have kept them
          </Button>
        ) : (
          <>
            <Button variant="ghost" onClick={close}>
              Cancel
            </Button>
            <Button variant="leaf" type="submit" form={FORM}>
              Make new codes
            </Button>
          </>
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <PasswordForm id={FORM} onConfirm={make}>
          The codes you have now stop working.
        </PasswordForm>
      )}
    </Dialog>
  )
}
