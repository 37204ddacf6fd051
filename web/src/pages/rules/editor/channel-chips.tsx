import type { Channel } from '@greenhouse/contract'
import { Check, CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { classes } from '../../../lib/classes.ts'

interface ChannelChipsProps {
  channels: readonly Channel[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  error: string | undefined
}

export function ChannelChips({ channels, chosen, onChange, error }: ChannelChipsProps) {
  const errorId = useId()
  // Drops channels removed meanwhile at the next choice.
  const known = channels.map(({ channelId }) => channelId).filter((id) => chosen.includes(id))
  const toggle = (id: string) => onChange(known.includes(id) ? known.filter((one) => one !== id) : [...known, id])
  return (
    <div className="grid min-w-0 gap-2">
      <ul className="flex min-w-0 flex-wrap gap-2">
        {channels.map(({ channelId, name, isOn }, index) => {
          const isChosen = known.includes(channelId)
          return (
            <li key={channelId} className="min-w-0">
              <button
                type="button"
                // The first chip is focused when none is chosen.
                name={index === 0 ? 'channelIds' : undefined}
                aria-pressed={isChosen}
                aria-describedby={error === undefined ? undefined : errorId}
                onClick={() => toggle(channelId)}
                className={classes(
                  'flex min-h-11 max-w-full items-center gap-2 rounded-pill border px-4 text-sm font-semibold',
                  isChosen ? 'border-leaf bg-leaf-wash text-leaf-strong' : 'border-line-strong',
                )}
              >
                {isChosen && <Check aria-hidden className="size-4 shrink-0" />}
                <bdi className="truncate">{name}</bdi>
                {!isOn && <span className="font-normal text-ink-soft">off</span>}
              </button>
            </li>
          )
        })}
      </ul>
      {error !== undefined && (
        <p id={errorId} className="flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  )
}
