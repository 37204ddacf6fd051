import { DUPLICATE_RULE, limitFault, ruleKinds, toShownLimit, toStoredLimit } from '@greenhouse/contract'
import type { Metric, Rule, RuleKind, Series } from '@greenhouse/contract'
import type { Parsed } from '../../lib/field-errors.ts'
import { shownUnit } from '../../lib/show-value.ts'
import { sayFailure } from '../../lib/say-failure.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { useSaveRule, type RuleOnSensor } from './condition-mutations.ts'
import { chosenSensor, sameSensor, sensorChoices, type SensorChoice } from './sensor-choices.ts'
import { readThreshold } from './threshold.ts'

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
  const { id, devices, series, celsius } = props
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
          onChange={(limit) => change('limit', limit)}
        />
      </div>
    </form>
  )
}

type Typed = {
  deviceId: string
  /** The value of the choice: see SensorChoice. */
  seriesId: string
  kind: RuleKind
  /** In the unit that is shown. */
  limit: string
}

function begin(rule: Rule | undefined, series: readonly Series[], celsius: boolean): Typed {
  if (!rule) return { deviceId: '', seriesId: '', kind: 'above', limit: '' }
  const { deviceId, seriesId, kind, limit } = rule
  const { metric } = chosenSensor(sensorChoices(series, deviceId), seriesId)
  return { deviceId, seriesId, kind, limit: String(toShownLimit(metric, limit, celsius)).replace('.', ',') }
}

function parse({ deviceId, kind, limit }: Typed, sensor: SensorChoice, celsius: boolean): Parsed<RuleOnSensor> {
  const { metric, value: seriesId } = sensor
  const shown = readThreshold(limit, metric)
  const fault = shown === undefined ? unreadable(metric) : limitFault(metric, shown, celsius)
  if (deviceId !== '' && shown !== undefined && fault === undefined) {
    const where = seriesId === metric.id ? { deviceId, metric: metric.id } : { seriesId }
    return { input: { where, kind, limit: toStoredLimit(metric, shown, celsius) } }
  }
  return {
    errors: {
      ...(deviceId === '' ? { deviceId: 'Please select a device.' } : {}),
      ...(fault === undefined ? {} : { limit: fault }),
    },
  }
}

function unreadable({ isGeneric }: Metric): string {
  return isGeneric === true ? 'Enter a number' : 'Enter a number with at most 2 decimals'
}
