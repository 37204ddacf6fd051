import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useDeleteAccount } from './account-queries.ts'

export interface DeleteAccountDialogProps {
  open: boolean
  onClose: () => void
  /** Called when the account is gone. */
  onDeleted: () => void
}

export function DeleteAccountDialog({ open, onClose, onDeleted }: DeleteAccountDialogProps) {
  const remove = useDeleteAccount()

  function confirm() {
    remove.mutate(undefined, {
      onSuccess: () => {
        toast.success('Account deleted – goodbye!', { duration: 4000 })
        onDeleted()
      },
      onError: ({ message }) => toast.error(message || 'Failed'),
    })
  }

  return (
    <ConfirmDialog
      open={open}
      title="Delete your account?"
      confirmLabel="Delete my account"
      danger
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      Everything of yours is deleted from this server: devices with all their readings, plants, conditions and alerts.
      Your devices’ tokens stop working at once. This can’t be undone; take your data along first if you want to keep
      it.
    </ConfirmDialog>
  )
}
