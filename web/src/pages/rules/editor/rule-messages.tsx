import { severities, type Channel, HOUR_MS, MINUTE_MS } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { channelList } from '../../../shared/channel/channel-queries.ts'
import { secondsWords } from '../../../shared/rule/condition-words.ts'
import { severityName } from '../../../shared/rule/rule-notes.ts'
import { Segments } from '../../../ui/segments.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Toggle } from '../../../ui/toggle.tsx'
import type { RulePartProps } from '../rule-form.ts'
import { RulePart } from './rule-part.tsx'
import { formatDateTime } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Check, CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { classes } from '../../../lib/classes.ts'

const SEVERITIES = severities.map((id) => ({ id, label: severityName(id) }))
const REPEATS = [15, 30, 60, 120, 360, 720, 1440]

export function RuleMessages({ draft, change, errors }: Pick<RulePartProps, 'draft' | 'change' | 'errors'>) {
  return (
    <>
      <RulePart title="Severity">
        <Segments
          legend="Severity"
          choices={SEVERITIES}
          chosen={draft.severity}
          onChoose={(severity) => change('severity', severity)}
        />
        <p className="text-sm text-ink-soft">
          {draft.severity === 'critical'
            ? 'Critical messages are sent in quiet hours, too.'
            : 'Messages wait for the end of quiet hours.'}
        </p>
      </RulePart>
      <RulePart title="Notify by">
        <Channels draft={draft} change={change} errors={errors} />
        <Repeat draft={draft} change={change} />
        <Toggle
          label="Tell when it is over"
          checked={draft.tellWhenOver}
          onChange={(isOn) => change('tellWhenOver', isOn)}
        />
        <MuteField until={draft.mutedUntil} onChange={(until) => change('mutedUntil', until)} />
      </RulePart>
    </>
  )
}

function Repeat({ draft, change }: Pick<RulePartProps, 'draft' | 'change'>) {
  const own = draft.repeat === '' ? [] : [Number(draft.repeat)]
  const minutes = [...new Set([...REPEATS, ...own])].toSorted((one, other) => one - other)
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
      <span>Repeat</span>
      <SelectField
        label="Repeat"
        hideLabel
        value={draft.repeat}
        onChange={(repeat) => change('repeat', repeat)}
        options={[
          { value: '', label: 'never' },
          ...minutes.map((one) => ({ value: String(one), label: `every ${secondsWords(one * 60)}` })),
        ]}
        className="w-40"
      />
      {draft.repeat !== '' && <span>until acknowledged</span>}
    </div>
  )
}

const WHO = [
  { id: 'all', label: 'Every channel' },
  { id: 'some', label: 'Only some' },
] as const

/** Until loaded, all channels that accept the severity count as chosen. */
function Channels({ draft, change, errors }: Pick<RulePartProps, 'draft' | 'change' | 'errors'>) {
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

const LENGTHS = [
  [2, 'for 2 h'],
  [8, 'for 8 h'],
  [24, 'for a day'],
  [7 * 24, 'for a week'],
] as const

function MuteField({ until, onChange }: { until: string | null; onChange: (until: string | null) => void }) {
  const now = useNow(MINUTE_MS)
  const isMute = until !== null && Date.parse(until) > now
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
      <span>Mute</span>
      <SelectField
        label="Mute"
        hideLabel
        value={isMute ? 'until' : ''}
        onChange={(chosen) => {
          if (chosen === 'until') return
          onChange(chosen === '' ? null : new Date(Date.now() + Number(chosen) * HOUR_MS).toISOString())
        }}
        options={[
          { value: '', label: 'not now' },
          ...(isMute ? [{ value: 'until', label: `until ${formatDateTime(until)}` }] : []),
          ...LENGTHS.map(([hours, label]) => ({ value: String(hours), label })),
        ]}
        className="w-60"
      />
    </div>
  )
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
