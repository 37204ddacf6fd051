import { secondFactorRoutes } from '@greenhouse/contract'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { PasswordForm } from '../../ui/password-form.tsx'
import { FactorDialog } from './factor-dialog.tsx'

const FORM = 'new-codes'

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
    <FactorDialog
      open={open}
      title="Make new recovery codes?"
      onClose={close}
      form={FORM}
      submitLabel="Make new codes"
      codes={codes}
    >
      <PasswordForm id={FORM} onConfirm={make}>
        The codes you have now stop working.
      </PasswordForm>
    </FactorDialog>
  )
}
