import type { RuleKind } from '@greenhouse/contract'
import { choicesFor, WHOLE_DEVICE, type SensorChoice } from '../../../shared/rule/sensor-choices.ts'
import type { RulePartProps } from '../rule-form.ts'
import { EndPart, LevelParts, SilencePart } from './level-parts.tsx'
import { MessageParts } from './message-parts.tsx'
import { inSentence, KIND_WORDS } from './rule-words.ts'
import { ChoiceList, SentencePart } from './sentence-part.tsx'

export interface RuleSentenceProps extends RulePartProps {
  sensor: SensorChoice
  deviceName: string
  mayEdit: boolean
  onDevice: (deviceId: string) => void
  onSensor: (seriesId: string) => void
  onKind: (kind: RuleKind) => void
}

/** The rule as a sentence whose underlined parts can be changed. */
export function RuleSentence(props: RuleSentenceProps) {
  const { draft, sensor, deviceName, mayEdit, reader, onDevice, onSensor, onKind } = props
  return (
    <div className="text-lg leading-[2.15]">
      When{' '}
      {sensor !== WHOLE_DEVICE && (
        <>
          the{' '}
          <SentencePart mayEdit={mayEdit} title="What is measured?" label="Quantity" words={inSentence(sensor.label)}>
            {(close) => (
              <ChoiceList
                label="Quantity"
                choices={choicesFor(draft.kind, reader.series, draft.deviceId).map(({ value, label }) => ({
                  id: value,
                  label,
                }))}
                chosen={sensor.value}
                onChoose={(id) => [onSensor(id), close()]}
              />
            )}
          </SentencePart>{' '}
          at{' '}
        </>
      )}
      <SentencePart mayEdit={mayEdit} title="Which device?" label="Device" words={deviceName}>
        {(close) => (
          <ChoiceList
            label="Device"
            choices={reader.devices.map((one) => ({ id: one.deviceId, label: one.deviceName }))}
            chosen={draft.deviceId}
            onChoose={(id) => [onDevice(id), close()]}
          />
        )}
      </SentencePart>{' '}
      {draft.kind !== 'changing' && 'is '}
      <SentencePart mayEdit={mayEdit} title="What does it look for?" label="Direction" words={KIND_WORDS[draft.kind]}>
        {(close) => (
          <ChoiceList
            label="Direction"
            choices={KINDS.map((id) => ({ id, label: KIND_WORDS[id] }))}
            chosen={draft.kind}
            onChoose={(id) => [onKind(id), close()]}
          />
        )}
      </SentencePart>{' '}
      {draft.kind === 'silent' ? <SilencePart {...props} /> : <LevelParts {...props} />} <MessageParts {...props} />
      <EndPart {...props} />
    </div>
  )
}

const KINDS: readonly RuleKind[] = ['above', 'below', 'outside', 'silent', 'changing']
