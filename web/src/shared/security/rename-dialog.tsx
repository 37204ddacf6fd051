import { passkeyName, type Passkey } from '@greenhouse/contract'
import { parsed } from '../../lib/field-errors.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useRenamePasskey } from './security-queries.ts'

const FORM = 'rename-passkey'

export function RenameDialog({ passkey, onClose }: { passkey: Passkey | undefined; onClose: () => void }) {
  return (
    <Dialog
      open={passkey !== undefined}
      title="Rename passkey"
      onClose={onClose}
      footer={<FormButtons form={FORM} submitLabel="Save" onCancel={onClose} />}
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
    <form id={FORM} noValidate onSubmit={form.submit}>
      <TextField label="Name" autoComplete="off" {...form.field('name')} />
    </form>
  )
}
