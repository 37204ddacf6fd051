import { ClientError, PASSKEY_NAME_MAX, secondFactorRoutes } from '@greenhouse/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../lib/call.ts'
import { parsed } from '../../lib/field-errors.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm, type Form } from '../../ui/use-form.ts'
import { FactorDialog } from './factor-dialog.tsx'
import type { SetUpDialogProps } from './totp-dialog.tsx'

const FORM = 'passkey-form'
const passkeyInput = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Name is required'),
      z.maxLength(PASSKEY_NAME_MAX, `Name cannot be longer than ${PASSKEY_NAME_MAX} characters`),
    ),
  password: z.string().check(z.minLength(1, 'Password is required')),
})

export function PasskeyDialog({ open, onClose, onAdded }: SetUpDialogProps) {
  const [codes, setCodes] = useState<readonly string[]>()

  function close() {
    setCodes(undefined)
    onClose()
  }

  function done(recoveryCodes: readonly string[] | null) {
    onAdded()
    if (recoveryCodes) return setCodes(recoveryCodes)
    toast.success('Passkey added')
    close()
  }

  return (
    <FactorDialog open={open} title="Add a passkey" onClose={close} form={FORM} submitLabel="Continue" codes={codes}>
      <NewPasskey onDone={done} />
    </FactorDialog>
  )
}

function NewPasskey({ onDone }: { onDone: (recoveryCodes: readonly string[] | null) => void }) {
  const form: Form<{ name: string; password: string }> = useForm({
    initial: { name: '', password: '' },
    parse: (typed) => parsed(passkeyInput, typed),
    async onSubmit({ name, password }): Promise<void> {
      const asked = await call(secondFactorRoutes.beginPasskey, { body: { password } })
      const { makePasskey } = await import('../../lib/passkey-ceremony.ts')
      const credential = await makePasskey(asked).catch(() => undefined)
      if (!credential) return form.setNotice('No passkey was made. Try again, or use another device.')
      try {
        onDone((await call(secondFactorRoutes.addPasskey, { body: { name, credential } })).recoveryCodes)
      } catch (error) {
        if (!(error instanceof ClientError)) throw error
        form.setNotice(failureMessage(error))
      }
    },
  })
  return (
    <form id={FORM} noValidate onSubmit={form.submit} className="grid gap-4">
      <p className="text-ink-soft">
        A passkey lives in this device, in a password manager or on a key, and asks for your finger, face or PIN. Every
        other session ends.
      </p>
      <TextField
        label="Name"
        autoComplete="off"
        hint="So that you know it again, such as Phone"
        {...form.field('name')}
      />
      <TextField label="Password" type="password" autoComplete="current-password" {...form.field('password')} />
    </form>
  )
}
