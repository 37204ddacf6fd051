import type { Hub } from '@greenhouse/contract'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { CHANGE_TOAST, toast } from '../../../ui/toast.ts'
import { useRemoveHub } from './board-mutations.ts'

export function RemoveHubQuestion({ hub, onClose }: { hub: Hub | undefined; onClose: () => void }) {
  const { mutateAsync: removeHub } = useRemoveHub()

  async function remove() {
    if (!hub) return
    await removeHub(hub.hubId)
    toast.success(`${hub.name} is removed`, CHANGE_TOAST)
  }

  return (
    <ConfirmDialog
      open={hub !== undefined}
      title={`Remove ${hub?.name ?? ''}?`}
      confirmLabel="Remove token"
      danger
      onConfirm={remove}
      onClose={onClose}
    >
      Boards that send with this token are refused from then on. Your devices and their readings stay.
    </ConfirmDialog>
  )
}
