import { toShownLimit, WITHIN_MINUTES_MAX, type RuleKind } from '@greenhouse/contract'
import { secondsWords } from '../../../shared/rule/condition-words.ts'
import type { SensorChoice } from '../../../shared/rule/sensor-choices.ts'
import { shownUnit } from '../../../shared/metric/show-value.ts'
import { TextField, type TextFieldProps } from '../../../ui/text-field.tsx'
import { usualSilence } from '../parse-rule.ts'
import { isValueDraft, readLevels } from '../read-levels.ts'
import { typed } from '../rule-draft.ts'
import type { RulePartProps } from '../rule-form.ts'
import { readMinutes, typedMinutes } from '../threshold.ts'
import { endWords, holdWords, limitPartWords } from './rule-words.ts'
import { Done, SentencePart, type SentencePartProps } from './sentence-part.tsx'

interface LevelPartsProps extends RulePartProps {
  sensor: SensorChoice
  mayEdit: boolean
}

/** Says after how long without readings a device is silent. */
export function SilencePart({ draft, change, reader, errors, mayEdit }: LevelPartsProps) {
  const usual = usualSilence(draft, reader.devices)
  const seconds = draft.silence === '' ? usual : readMinutes(draft.silence, Infinity)
  return (
    <>
      for{' '}
      <NumberPart
        mayEdit={mayEdit}
        mark=","
        title="How long without readings?"
        label="Silence"
        words={seconds === undefined ? 'some minutes' : secondsWords(seconds)}
        fields={[
          {
            label: 'Nothing for at least, min',
            unit: 'min',
            value: draft.silence,
            placeholder: typedMinutes(usual),
            error: errors['silence'],
            hint: `Usual for this device: ${secondsWords(usual)}.`,
            onChange: (silence) => change('silence', silence),
          },
        ]}
      />
    </>
  )
}

/** Says at which number the rule fires, and for how long it must last. */
export function LevelParts(props: LevelPartsProps) {
  const { draft, reader, sensor, mayEdit, field } = props
  const unit = shownUnit(sensor.metric, reader.celsius)
  const named = (label: string) => (unit === '' ? label : `${label}, ${unit}`)
  const fields = [{ ...field('limit'), label: named(LIMIT_NAMES[draft.kind]), unit }]
  if (draft.kind === 'outside') fields.push({ ...field('upperLimit'), label: named('Upper limit'), unit })
  return (
    <>
      <NumberPart
        mayEdit={mayEdit}
        title="At which number?"
        label="Limit"
        words={limitPartWords(draft, sensor, reader)}
        fields={fields}
      />
      {draft.kind === 'changing' && <WithinPart {...props} />}{' '}
      {readMinutes(draft.minutes, Infinity) === 0 ? 'from ' : 'for '}
      <NumberPart
        mayEdit={mayEdit}
        mark=","
        title="For how long?"
        label="Hold"
        words={holdWords(draft)}
        fields={[
          {
            ...field('minutes'),
            label: 'For at least, min',
            unit: 'min',
            hint: '0 min alerts at the first reading. More leaves out short peaks.',
          },
        ]}
      />
    </>
  )
}

const LIMIT_NAMES: Record<RuleKind, string> = {
  above: 'At or above',
  below: 'At or below',
  outside: 'Lower limit',
  changing: 'Change',
  silent: '',
}

function WithinPart({ draft, change, errors, mayEdit }: LevelPartsProps) {
  const within = Number(draft.within)
  return (
    <>
      {' '}
      within{' '}
      <NumberPart
        mayEdit={mayEdit}
        title="Within which time?"
        label="Time"
        words={within > 0 ? secondsWords(within * 60) : 'some minutes'}
        fields={[
          {
            label: 'Within, min',
            unit: 'min',
            value: draft.within,
            error: errors['within'],
            hint: `At most ${WITHIN_MINUTES_MAX} min.`,
            onChange: (minutes) => change('within', minutes),
          },
        ]}
      />
    </>
  )
}

/** Follows the limit at the usual distance until it is typed. */
export function EndPart({ draft, change, reader, sensor, mayEdit, errors }: LevelPartsProps) {
  const end = endWords(draft, sensor, reader) ?? endWords({ ...draft, clearAt: '' }, sensor, reader)
  if (!end || !isValueDraft(draft)) return undefined
  const unit = shownUnit(sensor.metric, reader.celsius)
  const usual = readLevels({ ...draft, clearAt: '' }, sensor, reader).clearAt
  return (
    <>
      {end.before}{' '}
      <NumberPart
        mayEdit={mayEdit}
        mark={end.after === '' ? '.' : ''}
        title="When is it over?"
        label="Ends at"
        words={end.level}
        fields={[
          {
            label: unit === '' ? 'Over at' : `Over at, ${unit}`,
            unit,
            value: draft.clearAt,
            placeholder:
              usual === undefined ? '' : typed(toShownLimit(sensor.metric, usual, reader.celsius, draft.kind)),
            error: errors['clearAt'],
            onChange: (level) => change('clearAt', level),
          },
        ]}
      />
      {end.after !== '' && `${end.after}.`}
    </>
  )
}

interface NumberPartProps extends Omit<SentencePartProps, 'children'> {
  fields: readonly TextFieldProps[]
}

function NumberPart({ fields, ...part }: NumberPartProps) {
  return (
    <SentencePart {...part}>
      {(close) => (
        <>
          {fields.map((one) => (
            <TextField key={one.label} {...one} inputMode="decimal" autoComplete="off" />
          ))}
          <Done onClick={close} />
        </>
      )}
    </SentencePart>
  )
}
