import { clearRange, toShownLimit, type RuleKind } from '@greenhouse/contract'
import { useState, type ReactNode } from 'react'
import { levelWords, secondsWords } from '../../../shared/rule/condition-words.ts'
import { usualSilence } from '../parse-rule.ts'
import { isValueDraft, readLevels } from '../read-levels.ts'
import { typed } from '../rule-draft.ts'
import { choicesFor, sameSensor, sensorOf, WHOLE_DEVICE } from '../../../shared/rule/sensor-choices.ts'
import { typedMinutes } from '../threshold.ts'
import { shownUnit } from '../../../shared/metric/show-value.ts'
import { Segments } from '../../../ui/segments.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField, type TextFieldProps } from '../../../ui/text-field.tsx'
import { Toggle } from '../../../ui/toggle.tsx'
import type { RulePartProps } from '../rule-form.ts'

const KINDS: ReadonlyArray<{ id: RuleKind; label: string }> = [
  { id: 'above', label: 'rises to' },
  { id: 'below', label: 'falls to' },
  { id: 'outside', label: 'leaves' },
  { id: 'changing', label: 'changes by' },
  { id: 'silent', label: 'is silent' },
]

export function RuleSentence({ draft, change, errors, field, reader }: RulePartProps) {
  const { series, devices } = reader
  const choices = choicesFor(draft.kind, series, draft.deviceId)
  const sensor = sensorOf(series, draft)

  function changeDevice(deviceId: string) {
    change('deviceId', deviceId)
    const others = choicesFor(draft.kind, series, deviceId)
    change('seriesId', sensor === WHOLE_DEVICE ? '' : sameSensor(others, sensor).value)
  }

  return (
    <section className="px-4 pt-4 pb-6 sm:px-6">
      <header className="mb-3 flex items-center justify-between gap-4">
        <h2 className="text-xl">The rule</h2>
        <Toggle label="On" checked={draft.isOn} onChange={(isOn) => change('isOn', isOn)} />
      </header>
      <div className="grid gap-3">
        <Line>
          <Word>When</Word>
          <SelectField
            label="Sensor"
            hideLabel
            name="seriesId"
            value={sensor.value}
            onChange={(chosen) => change('seriesId', chosen)}
            options={choices}
            error={errors['seriesId']}
            className="min-w-0 flex-1"
          />
          <Word>of</Word>
        </Line>
        <SelectField
          label="Device"
          hideLabel
          name="deviceId"
          value={draft.deviceId}
          onChange={changeDevice}
          options={[
            { value: '', label: 'Choose a device' },
            ...devices.map(({ deviceId, deviceName }) => ({ value: deviceId, label: deviceName })),
          ]}
          error={errors['deviceId']}
        />
        <Segments
          legend="What it looks for"
          choices={KINDS}
          chosen={draft.kind}
          onChoose={(kind) => change('kind', kind)}
          className="max-sm:*:basis-[30%]"
        />
        {draft.kind === 'silent' ? (
          <Silence draft={draft} field={field} reader={reader} />
        ) : (
          <Levels draft={draft} field={field} reader={reader} />
        )}
      </div>
    </section>
  )
}

function Line({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-start gap-x-2.5 gap-y-3">{children}</div>
}

function Word({ children }: { children: ReactNode }) {
  return <span className="grid min-h-11 place-items-center">{children}</span>
}

type FieldsProps = Pick<RulePartProps, 'draft' | 'field' | 'reader'>

/** Defaults to the usual silence of the device until edited. */
function Silence({ draft, field, reader }: FieldsProps) {
  const usual = usualSilence(draft, reader.devices)
  return (
    <Line>
      <Word>for at least</Word>
      <NumberField
        label="Nothing for at least, min"
        unit="min"
        usual={typedMinutes(usual)}
        {...field('silence')}
        hint={draft.deviceId === '' ? undefined : `Usual for this device: ${secondsWords(usual)}.`}
        className="w-40"
      />
    </Line>
  )
}

function Levels({ draft, field, reader }: FieldsProps) {
  const { metric } = sensorOf(reader.series, draft)
  const unit = shownUnit(metric, reader.celsius)
  const named = (label: string) => (unit === '' ? label : `${label}, ${unit}`)
  return (
    <>
      <Line>
        <NumberField label={named(LIMIT_NAMES[draft.kind])} unit={unit} {...field('limit')} className="w-36" />
        {draft.kind === 'outside' && (
          <>
            <Word>to</Word>
            <NumberField label={named('Upper limit')} unit={unit} {...field('upperLimit')} className="w-36" />
          </>
        )}
        {draft.kind === 'changing' && (
          <>
            <Word>within</Word>
            <NumberField label="Within, min" unit="min" {...field('within')} />
          </>
        )}
        <span className="flex items-start gap-x-2.5">
          <Word>for at least</Word>
          <NumberField label="For at least, min" unit="min" {...field('minutes')} />
        </span>
      </Line>
      <Over draft={draft} field={field} reader={reader} label={named('Over at')} unit={unit} />
      <p className="text-sm text-ink-soft">0 min alerts at the first reading. More leaves out short peaks.</p>
    </>
  )
}

const OVER_SIDES: Record<RuleKind, string> = {
  above: 'or below',
  below: 'or above',
  outside: 'or below',
  changing: 'or less',
  silent: '',
}

const LIMIT_NAMES: Record<RuleKind, string> = {
  above: 'Threshold',
  below: 'Threshold',
  outside: 'Lower limit',
  changing: 'Change',
  silent: '',
}

type OverProps = Pick<RulePartProps, 'draft' | 'field' | 'reader'> & { label: string; unit: string }

/** Defaults to the usual margin from the limit until edited. */
function Over({ draft, field, reader, label, unit }: OverProps) {
  if (!isValueDraft(draft)) return undefined
  const { kind } = draft
  const sensor = sensorOf(reader.series, draft)
  const { limit, upperLimit, clearAt } = readLevels(draft, sensor, reader)
  const usual = readLevels({ ...draft, clearAt: '' }, sensor, reader).clearAt
  const isKnown = limit !== undefined && upperLimit !== undefined && clearAt !== undefined
  const lower = kind === 'outside' && isKnown ? clearRange({ kind, limit, upperLimit, clearAt }).from : undefined
  return (
    <Line>
      <Word>{draft.kind === 'changing' ? 'It is over at a change of' : 'It is over at'}</Word>
      <NumberField
        label={label}
        unit={unit}
        usual={usual === undefined ? '' : typed(toShownLimit(sensor.metric, usual, reader.celsius, kind))}
        {...field('clearAt')}
        className="w-36"
      />
      <Word>
        {OVER_SIDES[draft.kind]}
        {lower !== undefined && `, and ${levelWords(sensor.metric, lower, reader.celsius)} or above`}
      </Word>
    </Line>
  )
}

type NumberFieldProps = Omit<TextFieldProps, 'hideLabel'> & {
  /** Shown and used while the field is empty. */
  usual?: string
}

function NumberField({ usual = '', value, onChange, onBlur, className = 'w-30', ...field }: NumberFieldProps) {
  // A field just cleared stays empty until blur.
  const [isTyping, setTyping] = useState(false)
  return (
    <TextField
      {...field}
      hideLabel
      inputMode="decimal"
      autoComplete="off"
      value={value === '' && !isTyping ? usual : value}
      onChange={(text) => {
        setTyping(true)
        onChange(text)
      }}
      onBlur={(event) => {
        setTyping(false)
        onBlur?.(event)
      }}
      className={className}
    />
  )
}
