import type { Broker } from '@greenhouse/contract'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { CHANGE_TOAST, toast } from '../../../ui/toast.ts'
import { useRemoveBroker } from './board-mutations.ts'

export function RemoveBrokerQuestion({ broker, onClose }: { broker: Broker | undefined; onClose: () => void }) {
  const { mutateAsync: removeBroker } = useRemoveBroker()

  async function remove() {
    if (!broker) return
    await removeBroker(broker.brokerId)
    toast.success('The broker is removed', CHANGE_TOAST)
  }

  return (
    <ConfirmDialog
      open={broker !== undefined}
      title="Remove this broker?"
      confirmLabel="Remove broker"
      danger
      onConfirm={remove}
      onClose={onClose}
    >
      Nothing is received from {broker?.url} from then on. Your devices and their readings stay.
    </ConfirmDialog>
  )
}
