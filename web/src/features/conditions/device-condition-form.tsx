import {
  ClientError,
  type DeviceCondition,
  DUPLICATE_CONDITION,
  metricOf,
  metrics,
  type Operator,
  operators,
  parseCondition,
  type SensorType,
  thresholdFault,
  toShownThreshold,
  toStoredThreshold,
  writeCondition,
} from '@greenhouse/contract'
import { useState, type FormEvent } from 'react'
import { shownUnit } from '../../lib/show-value.ts'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useSaveDeviceCondition } from './condition-queries.ts'
import { readThreshold } from './threshold.ts'

export interface DeviceConditionFormProps {
  id: string
  devices: ReadonlyArray<{ deviceId: string; deviceName: string }>
  /** The condition to change; a new one when it is left out. */
  condition: DeviceCondition | undefined
  celsius: boolean
  onDone: () => void
}

export function DeviceConditionForm({ id, devices, condition, celsius, onDone }: DeviceConditionFormProps) {
  const save = useSaveDeviceCondition(condition?.conditionAlertUserDeviceId)
  const [typed, setTyped] = useState(() => begin(condition, celsius))
  const [submitted, setSubmitted] = useState(false)
  const [notice, setNotice] = useState<string>()
  const metric = metricOf(typed.sensorType)
  const faults = faultsOf(typed, celsius)
  const shown = submitted ? faults : {}

  function change(part: Partial<typeof typed>) {
    setNotice(undefined)
    setTyped({ ...typed, ...part })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    const threshold = readThreshold(typed.threshold)
    if (Object.keys(faults).length > 0 || threshold === undefined) return
    const limit = { operator: typed.operator, threshold: toStoredThreshold(metric, threshold, celsius) }
    save.mutate(
      { userDeviceId: typed.deviceId, sensorType: typed.sensorType, condition: writeCondition(limit) },
      {
        onSuccess: () => {
          toast.success(condition ? 'Device condition updated' : 'Device condition created')
          onDone()
        },
        onError: (error) => {
          if (error instanceof ClientError && error.status === 409) setNotice(DUPLICATE_CONDITION)
          else toast.error(error.message || 'Error creating condition')
        },
      },
    )
  }

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-4">
      {notice !== undefined && <Notice>{notice}</Notice>}
      <SelectField
        label="Device"
        value={typed.deviceId}
        onChange={(deviceId) => change({ deviceId })}
        options={[
          { value: '', label: 'Choose a device' },
          ...devices.map(({ deviceId, deviceName }) => ({ value: deviceId, label: deviceName })),
        ]}
        error={shown.device}
      />
      <SelectField
        label="Sensor"
        value={typed.sensorType}
        onChange={(sensorType) => change({ sensorType: sensorType as SensorType })}
        options={metrics.map(({ sensorType, label }) => ({ value: sensorType, label }))}
      />
      <div className="grid grid-cols-2 items-start gap-3">
        <SelectField
          label="Alert when it is"
          value={typed.operator}
          onChange={(operator) => change({ operator: operator as Operator })}
          options={operators.map((operator) => ({
            value: operator,
            label: operator === '>=' ? '≥ at or above' : '≤ at or below',
          }))}
        />
        <TextField
          label={`Threshold, ${shownUnit(metric, celsius)}`}
          inputMode="decimal"
          autoComplete="off"
          value={typed.threshold}
          onChange={(threshold) => change({ threshold })}
          error={shown.threshold}
        />
      </div>
    </form>
  )
}

interface Typed {
  deviceId: string
  sensorType: SensorType
  operator: Operator
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

function faultsOf(
  { deviceId, sensorType, threshold }: Typed,
  celsius: boolean,
): { device?: string; threshold?: string } {
  const value = readThreshold(threshold)
  const fault =
    value === undefined
      ? 'Enter a number with at most 2 decimals'
      : thresholdFault(metricOf(sensorType), value, celsius)
  return {
    ...(deviceId === '' ? { device: 'Please select a device.' } : {}),
    ...(fault === undefined ? {} : { threshold: fault }),
  }
}
