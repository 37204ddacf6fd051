import { hubRoutes } from '@greenhouse/contract'
import { useState } from 'react'
import { parsed } from '../../../lib/field-errors.ts'
import { ConfirmField } from '../../../ui/confirm-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormButtons } from '../../../ui/form-buttons.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { useAddHub } from './board-mutations.ts'
import type { ServerAddresses } from './server-addresses.ts'

const FORM = 'hub-form'

interface HubDialogProps {
  open: boolean
  addresses: ServerAddresses | undefined
  onClose: () => void
}

/** Creates a token for many boards and shows it once. */
export function HubDialog({ open, addresses, onClose }: HubDialogProps) {
  const [token, setToken] = useState<string>()

  function close() {
    setToken(undefined)
    onClose()
  }

  return (
    <Dialog
      open={open}
      title={token === undefined ? 'A token for many boards' : 'Connect your boards'}
      onClose={close}
      footer={
        token === undefined ? (
          <FormButtons form={FORM} submitLabel="Make token" onCancel={close} />
        ) : (
          <Button variant="leaf" onClick={close}>
            Done
          </Button>
        )
      }
    >
      {token === undefined ? <NameForm onMade={setToken} /> : <Made token={token} addresses={addresses} />}
    </Dialog>
  )
}

function NameForm({ onMade }: { onMade: (token: string) => void }) {
  const { mutateAsync: addHub } = useAddHub()
  const form = useForm({
    initial: { name: '' },
    parse: (typed) => parsed(hubRoutes.create.body, typed),
    onSubmit: async ({ name }, password) => onMade((await addHub({ name, password })).token),
  })
  return (
    <form id={FORM} noValidate onSubmit={form.submit} className="grid gap-4">
      <TextField
        label="Name"
        autoComplete="off"
        hint="What sends with it, such as Zigbee2MQTT in the shed."
        {...form.field('name')}
      />
      <ConfirmField confirmation={form.confirmation} />
    </form>
  )
}

function Made({ token, addresses }: { token: string; addresses: ServerAddresses | undefined }) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid gap-2">
        <Copyable label="Token" text={token} />
        <p className="text-sm text-ink-soft">Copy it now, it won’t be shown again. Treat it like a password.</p>
      </div>
      {addresses && (
        <>
          <Copyable label="MQTT address" text={addresses.mqtt} />
          <Copyable label="HTTP address" text={addresses.http} />
        </>
      )}
      <p className="text-ink-soft">
        Enter the token as user name and as password of the MQTT connection. Boards appear under New boards with their
        first message, and those that a Bluetooth or radio gateway overhears with their second.
      </p>
    </div>
  )
}
