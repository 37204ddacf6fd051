import { defaultClearAt, DUPLICATE_RULE, HOLD_SECONDS_MAX, limitFault } from '@greenhouse/contract'
import { ruleKinds, toShownLimit, toStoredLimit } from '@greenhouse/contract'
import type { Metric, Rule, RuleKind, Series } from '@greenhouse/contract'
import type { Parsed } from '../../lib/field-errors.ts'
import { shownUnit } from '../../lib/show-value.ts'
import { sayFailure } from '../../lib/say-failure.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField, type TextFieldProps } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { clearWords } from './condition-words.ts'
import { useSaveRule, type RuleOnSensor } from './condition-mutations.ts'
import { chosenSensor, sameSensor, sensorChoices, type SensorChoice } from './sensor-choices.ts'
import { readMinutes, readThreshold, typedMinutes } from './threshold.ts'

export interface DeviceConditionFormProps {
  id: string
  devices: Array<{ deviceId: string; deviceName: string }>
  /** The series of all devices. */
  series: readonly Series[]
  /** The rule to change; a new one when it is left out. */
  rule: Rule | undefined
  celsius: boolean
  onDone: () => void
}

const KINDS = ruleKinds.map((kind) => ({
  value: kind,
  label: kind === 'above' ? '≥ at or above' : '≤ at or below',
}))

/** What is typed, checked against the metric of the chosen sensor, and saved. */
function useConditionForm({ series, rule, celsius, onDone }: Omit<DeviceConditionFormProps, 'id' | 'devices'>) {
  const save = useSaveRule(rule?.ruleId)
  return useForm({
    initial: begin(rule, series, celsius),
    parse: (typed) => parse(typed, chosenSensor(sensorChoices(series, typed.deviceId), typed.seriesId), celsius),
    async onSubmit(input) {
      await save.mutateAsync(input)
      toast.success(rule ? 'Device condition updated' : 'Device condition created')
      onDone()
    },
    otherwise: (error) => ({
      notice: error.code === 'rule.duplicate' ? DUPLICATE_RULE : sayFailure(error) || 'Error creating condition',
    }),
  })
}

export function DeviceConditionForm(props: DeviceConditionFormProps) {
  const { id, devices, series, rule, celsius } = props
  const form = useConditionForm(props)
  const { deviceId, seriesId, kind } = form.values
  const choices = sensorChoices(series, deviceId)
  const sensor = chosenSensor(choices, seriesId)
  const unit = shownUnit(sensor.metric, celsius)

  function change<F extends keyof Typed>(field: F, value: Typed[F]) {
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
        value={deviceId}
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
        options={choices}
        error={form.errors['seriesId']}
      />
      <div className="grid grid-cols-2 items-start gap-3">
        <SelectField
          label="Alert when it is"
          value={kind}
          onChange={(chosen) => change('kind', chosen as RuleKind)}
          options={KINDS}
        />
        <TextField
          label={unit === '' ? 'Threshold' : `Threshold, ${unit}`}
          inputMode="decimal"
          autoComplete="off"
          {...form.field('limit')}
          hint={clearHint(form.values, { metric: sensor.metric, rule, celsius })}
          onChange={(limit) => change('limit', limit)}
        />
      </div>
      <HoldField {...form.field('minutes')} onChange={(minutes) => change('minutes', minutes)} />
    </form>
  )
}

function HoldField(props: Pick<TextFieldProps, 'name' | 'value' | 'error' | 'onBlur' | 'onChange'>) {
  return (
    <TextField
      {...props}
      label="For at least, min"
      inputMode="decimal"
      autoComplete="off"
      hint="0 alerts at the first reading. More leaves out short peaks."
    />
  )
}

type Typed = {
  deviceId: string
  /** The value of the choice: see SensorChoice. */
  seriesId: string
  kind: RuleKind
  /** In the unit that is shown. */
  limit: string
  /** How long it must last. */
  minutes: string
}

function begin(rule: Rule | undefined, series: readonly Series[], celsius: boolean): Typed {
  if (!rule) return { deviceId: '', seriesId: '', kind: 'above', limit: '', minutes: '0' }
  const { deviceId, seriesId, kind, limit } = rule
  const { metric } = chosenSensor(sensorChoices(series, deviceId), seriesId)
  const shown = String(toShownLimit(metric, limit, celsius)).replace('.', ',')
  return { deviceId, seriesId, kind, limit: shown, minutes: typedMinutes(rule.holdSeconds) }
}

/** Says where the alert will be over: by the margin of the rule that is changed, or by that of its sensor. */
function clearHint(
  { seriesId, kind, limit: typed }: Typed,
  { metric, rule, celsius }: { metric: Metric; rule: Rule | undefined; celsius: boolean },
): string | undefined {
  const shown = readThreshold(typed, metric)
  if (shown === undefined || limitFault(metric, shown, celsius) !== undefined) return undefined
  const limit = toStoredLimit(metric, shown, celsius)
  const before = rule?.seriesId === seriesId ? rule : undefined
  return clearWords(metric, { limit, clearAt: defaultClearAt(metric, { kind, limit }, before) }, celsius)
}

function parse(
  { deviceId, kind, limit, minutes }: Typed,
  sensor: SensorChoice,
  celsius: boolean,
): Parsed<RuleOnSensor> {
  const { metric, value: seriesId } = sensor
  const shown = readThreshold(limit, metric)
  const fault = shown === undefined ? unreadable(metric) : limitFault(metric, shown, celsius)
  const holdSeconds = readMinutes(minutes, HOLD_SECONDS_MAX)
  if (deviceId !== '' && shown !== undefined && fault === undefined && holdSeconds !== undefined) {
    const where = seriesId === metric.id ? { deviceId, metric: metric.id } : { seriesId }
    return { input: { where, kind, limit: toStoredLimit(metric, shown, celsius), holdSeconds } }
  }
  return {
    errors: {
      ...(deviceId === '' ? { deviceId: 'Please select a device.' } : {}),
      ...(fault === undefined ? {} : { limit: fault }),
      ...(holdSeconds === undefined ? { minutes: `Enter minutes from 0 to ${HOLD_SECONDS_MAX / 60}` } : {}),
    },
  }
}

function unreadable({ isGeneric }: Metric): string {
  return isGeneric === true ? 'Enter a number' : 'Enter a number with at most 2 decimals'
}
