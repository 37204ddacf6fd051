import { secondFactorRoutes, type Passkey, type SecondFactors, passkeyName } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { canUsePasskeys } from '../../lib/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordDialog, PasswordForm } from '../../ui/password-dialog.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { FactorRows } from './factor-rows.tsx'
import { PasskeyDialog } from './passkey-dialog.tsx'
import { factorList, useRefreshFactors, useRenamePasskey } from './security-queries.ts'
import { TotpDialog } from './totp-dialog.tsx'
import { FactorDialog } from './factor-dialog.tsx'
import { parsed } from '../../lib/field-errors.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'

type Shown =
  | { dialog: 'totp' | 'passkey' | 'codes' | 'remove-totp' }
  | { dialog: 'rename' | 'remove-passkey'; passkey: Passkey }

export function SecurityPanel() {
  return (
    <QueryState
      query={useQuery(factorList)}
      skeleton={<Skeleton className="h-28 rounded-control" />}
      failure="Your second steps could not be loaded."
    >
      {(factors) => <Factors factors={factors} />}
    </QueryState>
  )
}

function Factors({ factors }: { factors: SecondFactors }) {
  const [shown, setShown] = useState<Shown>()
  const refresh = useRefreshFactors()
  const close = () => setShown(undefined)
  const added = () => void refresh()
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">{INTRO[hasAny(factors) ? 'on' : 'off']}</p>
      <FactorRows
        factors={factors}
        onRemoveApp={() => setShown({ dialog: 'remove-totp' })}
        onRename={(passkey) => setShown({ dialog: 'rename', passkey })}
        onRemove={(passkey) => setShown({ dialog: 'remove-passkey', passkey })}
        onNewCodes={() => setShown({ dialog: 'codes' })}
      />
      <AddButtons factors={factors} onAdd={(dialog) => setShown({ dialog })} />
      <TotpDialog open={shown?.dialog === 'totp'} onClose={close} onAdded={added} />
      <PasskeyDialog open={shown?.dialog === 'passkey'} onClose={close} onAdded={added} />
      <CodesDialog open={shown?.dialog === 'codes'} onClose={close} onMade={added} />
      <RenameDialog passkey={shown?.dialog === 'rename' ? shown.passkey : undefined} onClose={close} />
      <RemoveDialog shown={shown} onClose={close} onRemoved={added} />
    </div>
  )
}

const INTRO = {
  on: 'Signing in takes a second step besides your password.',
  off: 'A second step keeps others out even when they know your password: a code from an app on your phone, or a passkey.',
}

function hasAny({ totp, passkeys }: SecondFactors): boolean {
  return totp !== null || passkeys.length > 0
}

function AddButtons({ factors, onAdd }: { factors: SecondFactors; onAdd: (what: 'totp' | 'passkey') => void }) {
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {factors.totp === null && <Button onClick={() => onAdd('totp')}>Add an authenticator app</Button>}
        {canUsePasskeys() && <Button onClick={() => onAdd('passkey')}>Add a passkey</Button>}
      </div>
      {!canUsePasskeys() && (
        <p className="text-sm text-ink-soft">
          Passkeys work where this server is opened by name over https, or as localhost on its own machine.
        </p>
      )}
    </>
  )
}

interface RemoveDialogProps {
  shown: Shown | undefined
  onClose: () => void
  onRemoved: () => void
}

function RemoveDialog({ shown, onClose, onRemoved }: RemoveDialogProps) {
  const passkey = shown?.dialog === 'remove-passkey' ? shown.passkey : undefined
  const what = passkey ? 'passkey' : 'authenticator app'

  async function remove(password: string) {
    if (passkey)
      await call(secondFactorRoutes.removePasskey, { query: { passkeyId: passkey.passkeyId }, body: { password } })
    else await call(secondFactorRoutes.removeTotp, { body: { password } })
    toast.success(passkey ? 'Passkey removed' : 'Authenticator app removed')
    onRemoved()
    onClose()
  }

  return (
    <PasswordDialog
      open={passkey !== undefined || shown?.dialog === 'remove-totp'}
      title={`Remove ${what}?`}
      confirmLabel={`Remove ${what}`}
      danger
      onConfirm={remove}
      onClose={onClose}
    >
      It can no longer sign you in. With the last second step your recovery codes go, too, and the password is enough.
    </PasswordDialog>
  )
}

const FORM = 'new-codes'

function CodesDialog({ open, onClose, onMade }: { open: boolean; onClose: () => void; onMade: () => void }) {
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

const NAME_FORM = 'rename-passkey'

function RenameDialog({ passkey, onClose }: { passkey: Passkey | undefined; onClose: () => void }) {
  return (
    <Dialog
      open={passkey !== undefined}
      title="Rename passkey"
      onClose={onClose}
      footer={<FormButtons form={NAME_FORM} submitLabel="Save" onCancel={onClose} />}
    >
      {passkey && <NameForm passkey={passkey} onDone={onClose} />}
    </Dialog>
  )
}

function NameForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const rename = useRenamePasskey()
  const form = useForm({
    initial: { name: passkey.name },
    parse: (typed) => parsed(passkeyName, typed),
    async onSubmit({ name }) {
      await rename.mutateAsync({ passkeyId: passkey.passkeyId, name })
      onDone()
    },
  })
  return (
    <form id={NAME_FORM} noValidate onSubmit={form.submit}>
      <TextField label="Name" autoComplete="off" {...form.field('name')} />
    </form>
  )
}
