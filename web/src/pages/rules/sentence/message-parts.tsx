import { severities } from '@greenhouse/contract'
import { hoursWords, severityName } from '../../../shared/rule/rule-notes.ts'
import { Toggle } from '../../../ui/toggle.tsx'
import type { RulePartProps } from '../rule-form.ts'
import { ChannelsChoice, useChannelWords } from './channels-choice.tsx'
import { HoursChoice } from './hours-choice.tsx'
import { MuteField } from './mute-field.tsx'
import { repeatWords, SEVERITY_WORDS } from './rule-words.ts'
import { ChoiceList, Done, SentencePart } from './sentence-part.tsx'

const URGENCY = {
  info: 'Sent only to channels that take infos',
  warning: 'Sent at once, waits for the end of quiet hours',
  critical: 'Sent at once, also in quiet hours',
} as const

/** How urgent it is, when it counts, and who is told how often. */
export function MessageParts(props: RulePartProps & { mayEdit: boolean }) {
  const { draft, change, reader, mayEdit, field, errors } = props
  const [article, severity] = SEVERITY_WORDS[draft.severity]
  const { when, from, to } = draft
  const hours = when === 'between' ? { from, to, timeZone: reader.timeZone } : when
  const channels = useChannelWords(draft)
  return (
    <>
      it is {article}{' '}
      <SentencePart mayEdit={mayEdit} mark="," title="How urgent is it?" label="Severity" words={severity}>
        {(close) => (
          <ChoiceList
            label="Severity"
            choices={severities.map((id) => ({ id, label: severityName(id), hint: URGENCY[id] }))}
            chosen={draft.severity}
            onChoose={(id) => [change('severity', id), close()]}
          />
        )}
      </SentencePart>{' '}
      <SentencePart
        mayEdit={mayEdit}
        mark=","
        title="When does it count?"
        label="Active"
        words={hoursWords(hours, reader.timeZone) ?? 'always'}
      >
        {(close) => (
          <>
            <HoursChoice draft={draft} change={change} field={field} reader={reader} />
            <Done onClick={close} />
          </>
        )}
      </SentencePart>{' '}
      sent by{' '}
      <SentencePart mayEdit={mayEdit} mark="," title="Who is told?" label="Channels" words={channels}>
        {(close) => (
          <>
            <ChannelsChoice draft={draft} change={change} errors={errors} />
            <MuteField until={draft.mutedUntil} onChange={(until) => change('mutedUntil', until)} />
            <Done onClick={close} />
          </>
        )}
      </SentencePart>
      {draft.repeat === '' ? ' ' : ' again '}
      <SentencePart
        mayEdit={mayEdit}
        mark={draft.repeat === '' ? '.' : ''}
        title="How often is it said again?"
        label="Repeat"
        words={repeatWords(draft)}
      >
        {(close) => <RepeatChoice draft={draft} change={change} onDone={close} />}
      </SentencePart>
      {draft.repeat === '' ? ' ' : ' until somebody acknowledges. '}
    </>
  )
}

const REPEATS = [15, 30, 60, 120, 360, 720, 1440]

function RepeatChoice({ draft, change, onDone }: Pick<RulePartProps, 'draft' | 'change'> & { onDone: () => void }) {
  const own = draft.repeat === '' ? [] : [Number(draft.repeat)]
  const minutes = [...new Set([...REPEATS, ...own])].toSorted((one, other) => one - other)
  return (
    <>
      <ChoiceList
        label="Repeat"
        choices={['', ...minutes.map(String)].map((id) => ({
          id,
          label: id === '' ? 'Only once' : repeatWords({ repeat: id }),
        }))}
        chosen={draft.repeat}
        onChoose={(id) => change('repeat', id)}
      />
      <Toggle
        label="Tell when it is over"
        checked={draft.tellWhenOver}
        onChange={(isOn) => change('tellWhenOver', isOn)}
      />
      <Done onClick={onDone} />
    </>
  )
}
