import { userRoutes } from '@greenhouse/contract'
import { call } from '../../lib/call.ts'
import { PasswordDialog } from '../../ui/password-dialog.tsx'
import { toast } from '../../ui/toast.ts'

interface DeleteAccountDialogProps {
  open: boolean
  onClose: () => void
  onDeleted: () => void
}

export function DeleteAccountDialog({ open, onClose, onDeleted }: DeleteAccountDialogProps) {
  async function remove(password: string) {
    await call(userRoutes.remove, { body: { password } })
    toast.success('Account deleted – goodbye!', { duration: 4000 })
    onDeleted()
  }

  return (
    <PasswordDialog
      open={open}
      title="Delete your account?"
      confirmLabel="Delete my account"
      danger
      onConfirm={remove}
      onClose={onClose}
    >
      Everything you have on this server will be deleted: devices with all their readings, plants, conditions and
      alerts. Your devices’ tokens will stop working at once. This can’t be undone. Export your data first if you want
      to keep it.
    </PasswordDialog>
  )
}
