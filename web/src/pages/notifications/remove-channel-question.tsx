import type { Channel } from '@greenhouse/contract'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CHANGE_TOAST, toast } from '../../ui/toast.ts'
import { useRemoveChannel } from './channel-mutations.ts'

export function RemoveChannelQuestion({ channel, onClose }: { channel: Channel | undefined; onClose: () => void }) {
  const { mutateAsync: remove } = useRemoveChannel()
  return (
    <ConfirmDialog
      open={channel !== undefined}
      title="Remove this channel?"
      confirmLabel="Remove channel"
      danger
      onConfirm={async () => {
        if (!channel) return
        await remove(channel.channelId)
        toast.success('The channel is removed', CHANGE_TOAST)
      }}
      onClose={onClose}
    >
      Nothing is sent to {channel?.name} from then on, and its list of messages goes with it.
    </ConfirmDialog>
  )
}
