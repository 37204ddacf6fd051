import type { Channel } from '@greenhouse/contract'
import { CircleAlert, CircleCheck, CircleDashed, Pencil, X } from 'lucide-react'
import { channelHere } from '../../lib/push-channel.ts'
import { classes } from '../../lib/classes.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast.ts'
import { Track } from '../../ui/toggle.tsx'
import { kindOf } from './channel-kinds.ts'
import { useChangeChannel, useTestChannel } from './channel-mutations.ts'
import { deliveryLook, deliveryWords, severityWords } from './channel-words.ts'

interface ChannelCardProps {
  channel: Channel
  onEdit: (channel: Channel) => void
  onRemove: (channel: Channel) => void
}

export function ChannelCard({ channel, onEdit, onRemove }: ChannelCardProps) {
  const { channelId, kind, name, where, isOn, severities } = channel
  const { Icon } = kindOf(kind)
  const { mutate: change } = useChangeChannel()
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 shadow-panel sm:p-5">
      <div className="flex items-start gap-3">
        <span
          aria-hidden
          className="grid size-11 shrink-0 place-items-center rounded-control bg-leaf-wash text-leaf-strong"
        >
          <Icon className="size-5.5" />
        </span>
        <div className="min-w-0 grow">
          <h3 className="font-semibold break-words">{name}</h3>
          <p className="text-sm break-words text-ink-soft">
            {channelId === channelHere() ? `This browser, over ${where}` : where}
          </p>
        </div>
        <button
          type="button"
          role="switch"
          aria-checked={isOn}
          aria-label={`${name} is on`}
          onClick={() =>
            change({ channelId, change: { isOn: !isOn } }, { onError: (error) => toast.error(failureMessage(error)) })
          }
          className="grid min-h-11 min-w-11 shrink-0 place-items-center rounded-control"
        >
          <Track on={isOn} />
        </button>
      </div>
      <State channel={channel} />
      <div className="mt-auto flex items-center gap-1 border-t border-line pt-3">
        <p className="min-w-0 grow text-sm">{isOn ? severityWords(severities) : 'off'}</p>
        {kind !== 'web-push' && (
          <IconButton label={`Edit ${name}`} title="Edit" onClick={() => onEdit(channel)}>
            <Pencil aria-hidden className="size-4.5" />
          </IconButton>
        )}
        <IconButton label={`Remove ${name}`} title="Remove" onClick={() => onRemove(channel)}>
          <X aria-hidden className="size-4.5" />
        </IconButton>
        <TestButton channel={channel} />
      </div>
    </li>
  )
}

function TestButton({ channel: { channelId, name, isConfirmed } }: { channel: Channel }) {
  const { mutateAsync: test, isPending } = useTestChannel()

  async function sendTest() {
    try {
      const { state, answer } = await test(channelId)
      if (state === 'sent') toast.success(`The test message to ${name} was delivered`)
      else toast.error(`The test message to ${name} was not delivered: ${answer ?? 'no answer'}`)
    } catch (error) {
      toast.error(failureMessage(error))
    }
  }
  return (
    <Button
      dense
      busy={isPending}
      disabled={!isConfirmed}
      aria-label={`Send test to ${name}`}
      onClick={() => void sendTest()}
    >
      Send test
    </Button>
  )
}

const SIGNS = { good: CircleCheck, bad: CircleAlert, waiting: CircleDashed } as const

function State({ channel: { isConfirmed, lastDelivery, where } }: { channel: Channel }) {
  const now = useNow(10_000)
  const look = !isConfirmed ? 'bad' : lastDelivery ? deliveryLook(lastDelivery) : 'waiting'
  const Sign = SIGNS[look]
  const words = !isConfirmed
    ? `Confirm the address: we sent a link to ${where}. Nothing else is sent before.`
    : lastDelivery
      ? deliveryWords(lastDelivery, now)
      : 'Nothing was sent yet.'
  return (
    <p className={classes('flex items-start gap-2 text-sm', look === 'bad' && 'text-danger')}>
      <Sign
        aria-hidden
        className={classes(
          'mt-0.5 size-4 shrink-0',
          look === 'good' && 'text-ok',
          look === 'waiting' && 'text-ink-soft',
        )}
      />
      <span className="min-w-0 break-words">{words}</span>
    </p>
  )
}
