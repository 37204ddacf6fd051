import { secondFactorRoutes, totpCode } from '@greenhouse/contract'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { parsed } from '../../lib/field-errors.ts'
import { Copyable } from '../../ui/copyable.tsx'
import { PasswordForm } from '../../ui/password-dialog.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { FactorDialog } from './factor-dialog.tsx'

const PASSWORD = 'totp-password'
const CODE = 'totp-code'

type Stage =
  | { name: 'password' }
  | { name: 'scan'; secret: string; uri: string }
  | { name: 'codes'; codes: readonly string[] }

export interface SetUpDialogProps {
  open: boolean
  onClose: () => void
  onAdded: () => void
}

export function TotpDialog(props: SetUpDialogProps) {
  const [stage, setStage] = useState<Stage>({ name: 'password' })

  function close() {
    setStage({ name: 'password' })
    props.onClose()
  }

  async function begin(password: string) {
    setStage({ name: 'scan', ...(await call(secondFactorRoutes.beginTotp, { body: { password } })) })
  }

  async function confirm(code: string) {
    const { recoveryCodes } = await call(secondFactorRoutes.confirmTotp, { body: { code } })
    props.onAdded()
    if (recoveryCodes) return setStage({ name: 'codes', codes: recoveryCodes })
    toast.success('Authenticator app added')
    close()
  }

  return (
    <FactorDialog
      open={props.open}
      title="Add an authenticator app"
      onClose={close}
      form={stage.name === 'password' ? PASSWORD : CODE}
      submitLabel={stage.name === 'password' ? 'Continue' : 'Confirm'}
      codes={stage.name === 'codes' ? stage.codes : undefined}
    >
      {stage.name === 'password' && (
        <PasswordForm id={PASSWORD} onConfirm={begin}>
          Any app that makes codes for two-step sign-in will do. You need your phone at hand. Every other session ends.
        </PasswordForm>
      )}
      {stage.name === 'scan' && <ScanForm {...stage} onConfirm={confirm} />}
    </FactorDialog>
  )
}

interface ScanFormProps {
  secret: string
  uri: string
  onConfirm: (code: string) => Promise<void>
}

function ScanForm({ secret, uri, onConfirm }: ScanFormProps) {
  const form = useForm({
    initial: { code: '' },
    parse: (typed) => parsed(totpCode, typed),
    onSubmit: ({ code }) => onConfirm(code),
  })
  return (
    <form id={CODE} noValidate onSubmit={form.submit} className="grid gap-4">
      <p className="text-ink-soft">Scan this with your app, then type the code that it shows.</p>
      <div className="grid justify-items-center">
        <QrCode text={uri} label="QR code for your authenticator app" className="size-52" />
      </div>
      <Copyable label="Or type this key" text={secret.replace(/.{8}(?=.)/g, '$& ')} />
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="Six digits, new every half minute"
        {...form.field('code')}
      />
    </form>
  )
}
