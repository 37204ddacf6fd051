import {
  DUPLICATE_RULE,
  metricOf,
  boardMetrics,
  ruleKinds,
  parseCondition,
  limitFault,
  toShownLimit,
  toStoredLimit,
  writeCondition,
  type DeviceCondition,
  type DeviceConditionInput,
  type RuleKind,
  type SensorType,
} from '@greenhouse/contract'
import type { Parsed } from '../../lib/field-errors.ts'
import { shownUnit } from '../../lib/show-value.ts'
import { sayFailure } from '../../lib/say-failure.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { useSaveDeviceCondition } from './condition-mutations.ts'
import { readThreshold } from './threshold.ts'

export interface DeviceConditionFormProps {
  id: string
  devices: Array<{ deviceId: string; deviceName: string }>
  /** The condition to change; a new one when it is left out. */
  condition: DeviceCondition | undefined
  celsius: boolean
  onDone: () => void
}

const KINDS = ruleKinds.map((kind) => ({
  value: kind,
  label: kind === 'above' ? '≥ at or above' : '≤ at or below',
}))
const SENSORS = boardMetrics.map(({ sensorType, label }) => ({ value: sensorType, label }))

export function DeviceConditionForm({ id, devices, condition, celsius, onDone }: DeviceConditionFormProps) {
  const save = useSaveDeviceCondition(condition?.conditionAlertUserDeviceId)
  const form = useForm({
    initial: begin(condition, celsius),
    parse: (typed) => parse(typed, celsius),
    async onSubmit(input) {
      await save.mutateAsync(input)
      toast.success(condition ? 'Device condition updated' : 'Device condition created')
      onDone()
    },
    otherwise: (error) => ({
      notice: error.code === 'condition.duplicate' ? DUPLICATE_RULE : sayFailure(error) || 'Error creating condition',
    }),
  })
  const { deviceId, sensorType, kind } = form.values

  function change<F extends keyof Typed>(field: F, value: Typed[F]) {
    form.setNotice(undefined)
    form.set(field, value)
  }

  return (
    <form id={id} noValidate onSubmit={form.submit} className="grid gap-4">
      <SelectField
        label="Device"
        name="deviceId"
        value={deviceId}
        onChange={(chosen) => change('deviceId', chosen)}
        options={[
          { value: '', label: 'Choose a device' },
          ...devices.map((device) => ({ value: device.deviceId, label: device.deviceName })),
        ]}
        error={form.errors['deviceId']}
      />
      <SelectField
        label="Sensor"
        value={sensorType}
        onChange={(chosen) => change('sensorType', chosen as SensorType)}
        options={SENSORS}
      />
      <div className="grid grid-cols-2 items-start gap-3">
        <SelectField
          label="Alert when it is"
          value={kind}
          onChange={(chosen) => change('kind', chosen as RuleKind)}
          options={KINDS}
        />
        <TextField
          label={`Threshold, ${shownUnit(metricOf(sensorType), celsius)}`}
          inputMode="decimal"
          autoComplete="off"
          {...form.field('threshold')}
          onChange={(threshold) => change('threshold', threshold)}
        />
      </div>
    </form>
  )
}

type Typed = {
  deviceId: string
  sensorType: SensorType
  kind: RuleKind
  /** In the unit that is shown. */
  threshold: string
}

function begin(condition: DeviceCondition | undefined, celsius: boolean): Typed {
  const limit = condition && parseCondition(condition.condition)
  if (!condition || !limit) return { deviceId: '', sensorType: 'Temperature', kind: 'above', threshold: '' }
  const shown = toShownLimit(metricOf(condition.sensorType), limit.limit, celsius)
  return {
    deviceId: condition.userDeviceId,
    sensorType: condition.sensorType,
    kind: limit.kind,
    threshold: String(shown).replace('.', ','),
  }
}

function parse({ deviceId, sensorType, kind, threshold }: Typed, celsius: boolean): Parsed<DeviceConditionInput> {
  const metric = metricOf(sensorType)
  const value = readThreshold(threshold)
  const fault = value === undefined ? 'Enter a number with at most 2 decimals' : limitFault(metric, value, celsius)
  if (deviceId !== '' && value !== undefined && fault === undefined) {
    const limit = { kind, limit: toStoredLimit(metric, value, celsius) }
    return { input: { userDeviceId: deviceId, sensorType, condition: writeCondition(limit) } }
  }
  return {
    errors: {
      ...(deviceId === '' ? { deviceId: 'Please select a device.' } : {}),
      ...(fault === undefined ? {} : { threshold: fault }),
    },
  }
}
