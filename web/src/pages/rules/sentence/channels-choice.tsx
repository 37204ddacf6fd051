import type { Channel } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { Check, CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'wouter'
import { channelList } from '../../../shared/channel/channel-queries.ts'
import { classes } from '../../../lib/classes.ts'
import { formatList } from '../../../lib/format.ts'
import { Segments } from '../../../ui/segments.tsx'
import type { RuleDraft } from '../rule-draft.ts'
import type { RulePartProps } from '../rule-form.ts'

/** Returns `web push and e-mail`, by the names of the channels; `the app only` without one. */
export function useChannelWords({ channelIds, severity }: RuleDraft): string {
  const { data: channels } = useQuery({ ...channelList, retry: false })
  if (!channels) return 'every channel'
  const told = channelIds
    ? channels.filter((one) => channelIds.includes(one.channelId))
    : channels.filter((one) => takes(one, severity))
  if (told.length === 0) return 'the app only'
  return told.length > SHOWN ? `${told.length} channels` : formatList(told.map(({ name }) => name))
}

const SHOWN = 3

const WHO = [
  { id: 'all', label: 'Every channel' },
  { id: 'some', label: 'Only some' },
] as const

/** Until loaded, all channels that accept the severity count as chosen. */
export function ChannelsChoice({ draft, change, errors }: Pick<RulePartProps, 'draft' | 'change' | 'errors'>) {
  const { data: channels, isError } = useQuery({ ...channelList, retry: false })
  if (channels === undefined) return isError ? <p className="text-sm text-ink-soft">{EVERY}</p> : undefined
  if (channels.length === 0)
    return (
      <p className="text-sm text-ink-soft">
        No channel is set up. Alerts are only shown in the app.{' '}
        <Link to="/notifications" className="hit-area font-semibold text-leaf-strong underline">
          Set up a channel
        </Link>
      </p>
    )
  const taking = channels.filter((one) => takes(one, draft.severity))
  return (
    <>
      <Segments
        legend="Notify by"
        choices={WHO}
        chosen={draft.channelIds === undefined ? 'all' : 'some'}
        onChoose={(who) => change('channelIds', who === 'all' ? undefined : taking.map(({ channelId }) => channelId))}
      />
      {draft.channelIds === undefined ? (
        <p className="text-sm wrap-anywhere text-ink-soft">
          {taking.length === 0
            ? 'None of your channels takes this severity: alerts are only shown in the app.'
            : `Those that take this severity: ${taking.map(({ name }) => name).join(', ')}.`}
        </p>
      ) : (
        <ChannelChips
          channels={channels}
          chosen={draft.channelIds}
          onChange={(chosen) => change('channelIds', chosen)}
          error={errors['channelIds']}
        />
      )}
    </>
  )
}

const EVERY = 'Every channel that takes this severity.'

function takes({ isOn, severities: taken }: Channel, severity: Channel['severities'][number]): boolean {
  return isOn && taken.includes(severity)
}

interface ChannelChipsProps {
  channels: readonly Channel[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  error: string | undefined
}

function ChannelChips({ channels, chosen, onChange, error }: ChannelChipsProps) {
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
