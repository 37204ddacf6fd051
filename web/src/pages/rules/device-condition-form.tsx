import { DUPLICATE_RULE, limitKinds, type Series } from '@greenhouse/contract'
import { Link } from 'wouter'
import { shownUnit } from '../../shared/metric/show-value.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { clearWords } from '../../shared/rule/condition-words.ts'
import { useSaveRule } from './condition-mutations.ts'
import { parseRule } from './parse-rule.ts'
import { isValueDraft, readLevels } from './read-levels.ts'
import { newDraft, newRulePath, type RuleDraft } from './rule-draft.ts'
import type { RuleDevice, RuleReader } from './rule-reader.ts'
import { sameSensor, sensorChoices, sensorOf } from '../../shared/rule/sensor-choices.ts'

export interface DeviceConditionFormProps {
  id: string
  devices: readonly RuleDevice[]
  series: readonly Series[]
  celsius: boolean
  onDone: () => void
}

const KINDS = limitKinds.map((kind) => ({
  value: kind,
  label: kind === 'above' ? '≥ at or above' : '≤ at or below',
}))

function useConditionForm(reader: RuleReader, onDone: () => void) {
  const save = useSaveRule(undefined)
  return useForm({
    initial: newDraft(),
    parse: (draft) => parseRule(draft, reader),
    async onSubmit(input) {
      await save.mutateAsync(input)
      toast.success('Device condition created')
      onDone()
    },
    otherwise: (error) => ({
      notice: error.code === 'rule.duplicate' ? DUPLICATE_RULE : failureMessage(error) || 'Error creating condition',
    }),
  })
}

export function DeviceConditionForm({ id, devices, series, celsius, onDone }: DeviceConditionFormProps) {
  const reader: RuleReader = { series, devices, celsius, before: undefined, timeZone: '' }
  const form = useConditionForm(reader, onDone)
  const draft = form.values
  const sensor = sensorOf(series, draft)

  function change<F extends keyof RuleDraft>(field: F, value: RuleDraft[F]) {
    form.setNotice(undefined)
    form.set(field, value)
  }

  function changeDevice(chosen: string) {
    change('deviceId', chosen)
    form.set('seriesId', sameSensor(sensorChoices(series, chosen), sensor).value)
  }

  return (
    <form id={id} noValidate onSubmit={form.submit} className="grid gap-4">
      <SelectField
        label="Device"
        name="deviceId"
        value={draft.deviceId}
        onChange={changeDevice}
        options={[
          { value: '', label: 'Choose a device' },
          ...devices.map((device) => ({ value: device.deviceId, label: device.deviceName })),
        ]}
        error={form.errors['deviceId']}
      />
      <SelectField
        label="Sensor"
        name="seriesId"
        value={sensor.value}
        onChange={(chosen) => change('seriesId', chosen)}
        options={sensorChoices(series, draft.deviceId)}
        error={form.errors['seriesId']}
      />
      <LimitFields form={form} draft={draft} reader={reader} change={change} />
      <p className="text-sm text-ink-soft">
        Ranges, quick changes, silence, hours, severity:{' '}
        <Link
          to={newRulePath({ ...draft, seriesId: sensor.value })}
          className="hit-area font-semibold text-leaf-strong underline"
        >
          More options
        </Link>
      </p>
    </form>
  )
}

interface LimitFieldsProps {
  form: ReturnType<typeof useConditionForm>
  draft: RuleDraft
  reader: RuleReader
  change: <F extends keyof RuleDraft>(field: F, value: RuleDraft[F]) => void
}

function LimitFields({ form, draft, reader, change }: LimitFieldsProps) {
  const unit = shownUnit(sensorOf(reader.series, draft).metric, reader.celsius)
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3">
        <SelectField
          label="Alert when it is"
          value={draft.kind}
          onChange={(kind) => change('kind', kind)}
          options={KINDS}
        />
        <TextField
          label={unit === '' ? 'Threshold' : `Threshold, ${unit}`}
          inputMode="decimal"
          autoComplete="off"
          {...form.field('limit')}
          hint={clearHint(draft, reader)}
          onChange={(limit) => change('limit', limit)}
        />
      </div>
      <TextField
        label="For at least, min"
        inputMode="decimal"
        autoComplete="off"
        {...form.field('minutes')}
        onChange={(minutes) => change('minutes', minutes)}
        hint="0 alerts at the first reading. More leaves out short peaks."
      />
    </>
  )
}

function clearHint(draft: RuleDraft, reader: RuleReader): string | undefined {
  if (!isValueDraft(draft)) return undefined
  const sensor = sensorOf(reader.series, draft)
  const { limit, clearAt = null } = readLevels(draft, sensor, reader)
  if (limit === undefined) return undefined
  return clearWords(sensor.metric, { kind: draft.kind, limit, upperLimit: null, clearAt }, reader.celsius)
}
