import { severities, type Channel } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { channelList } from '../../../shared/channel/channel-queries.ts'
import { secondsWords } from '../../../shared/rule/condition-words.ts'
import { severityName } from '../../../shared/rule/rule-notes.ts'
import { Segments } from '../../../ui/segments.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Toggle } from '../../../ui/toggle.tsx'
import { ChannelChips } from './channel-chips.tsx'
import { MuteField } from './mute-field.tsx'
import type { RulePartProps } from '../rule-form.ts'
import { RulePart } from './rule-part.tsx'

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
