import type { Channel, ChannelKind } from '@greenhouse/contract'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { CHANGE_TOAST, toast } from '../../ui/toast.ts'
import { ChannelForm, type SavedChannelForm } from './channel-form.tsx'
import { kindOf } from './channel-kinds.ts'
import { useAddChannel, useChangeChannel } from './channel-mutations.ts'

const FORM = 'channel-form'

export interface EditedChannel {
  readonly kind: ChannelKind
  readonly channel: Channel | undefined
}

/** Open while `edited` is set. Shows a new signing secret before it closes. */
export function ChannelSheet({ edited, onClose }: { edited: EditedChannel | undefined; onClose: () => void }) {
  const [secret, setSecret] = useState<string>()
  const label = edited ? kindOf(edited.kind).label : ''
  const channel = edited?.channel
  const save = useSave(channel)

  function close() {
    setSecret(undefined)
    onClose()
  }

  async function submit(saved: SavedChannelForm) {
    const { signingSecret, isConfirmed } = await save(saved)
    toast.success(
      isConfirmed ? `${label} is saved` : 'Almost there: open the link in the mail that was just sent',
      CHANGE_TOAST,
    )
    if (signingSecret === undefined) close()
    else setSecret(signingSecret)
  }

  return (
    <Sheet
      open={edited !== undefined}
      title={channel ? `Edit ${channel.name}` : `Set up ${label}`}
      onClose={close}
      footer={
        secret === undefined ? (
          <FormButtons form={FORM} submitLabel={channel ? 'Save changes' : 'Set up'} onCancel={close} />
        ) : (
          <Button variant="leaf" onClick={close}>
            Done
          </Button>
        )
      }
    >
      {secret !== undefined ? (
        <div className="grid gap-4">
          <p>Each request is signed with this secret. It is shown only now; your receiver needs it.</p>
          <Copyable label="Signing secret" text={secret} />
        </div>
      ) : (
        edited && (
          <div className="grid gap-4">
            <p className="text-ink-soft">{kindOf(edited.kind).about}</p>
            <ChannelForm key={channel?.channelId ?? edited.kind} id={FORM} {...edited} onSave={submit} />
          </div>
        )
      )}
    </Sheet>
  )
}

function useSave(channel: Channel | undefined) {
  const { mutateAsync: add } = useAddChannel()
  const { mutateAsync: change } = useChangeChannel()
  return async (saved: SavedChannelForm) => {
    const channelId = channel?.channelId ?? ''
    if ('change' in saved) return await change({ channelId, change: saved.change })
    return await (channel ? change({ channelId, change: saved.input }) : add(saved.input))
  }
}
