import {
  DUPLICATE_CONDITION,
  metricOf,
  boardMetrics,
  operators,
  parseCondition,
  thresholdFault,
  toShownThreshold,
  toStoredThreshold,
  writeCondition,
  type DeviceCondition,
  type DeviceConditionInput,
  type Operator,
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

const OPERATORS = operators.map((operator) => ({
  value: operator,
  label: operator === '>=' ? '≥ at or above' : '≤ at or below',
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
      notice:
        error.code === 'condition.duplicate' ? DUPLICATE_CONDITION : sayFailure(error) || 'Error creating condition',
    }),
  })
  const { deviceId, sensorType, operator } = form.values

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
          value={operator}
          onChange={(chosen) => change('operator', chosen as Operator)}
          options={OPERATORS}
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
  operator: Operator
  /** In the unit that is shown. */
  threshold: string
}

function begin(condition: DeviceCondition | undefined, celsius: boolean): Typed {
  const limit = condition && parseCondition(condition.condition)
  if (!condition || !limit) return { deviceId: '', sensorType: 'Temperature', operator: '>=', threshold: '' }
  const shown = toShownThreshold(metricOf(condition.sensorType), limit.threshold, celsius)
  return {
    deviceId: condition.userDeviceId,
    sensorType: condition.sensorType,
    operator: limit.operator,
    threshold: String(shown).replace('.', ','),
  }
}

function parse({ deviceId, sensorType, operator, threshold }: Typed, celsius: boolean): Parsed<DeviceConditionInput> {
  const metric = metricOf(sensorType)
  const value = readThreshold(threshold)
  const fault = value === undefined ? 'Enter a number with at most 2 decimals' : thresholdFault(metric, value, celsius)
  if (deviceId !== '' && value !== undefined && fault === undefined) {
    const limit = { operator, threshold: toStoredThreshold(metric, value, celsius) }
    return { input: { userDeviceId: deviceId, sensorType, condition: writeCondition(limit) } }
  }
  return {
    errors: {
      ...(deviceId === '' ? { deviceId: 'Please select a device.' } : {}),
      ...(fault === undefined ? {} : { threshold: fault }),
    },
  }
}
