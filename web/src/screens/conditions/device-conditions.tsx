import { metricOf, boardMetrics, type Device, type DeviceCondition, type SensorType } from '@greenhouse/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { ConditionRow } from '../../features/conditions/condition-row.tsx'
import { conditionWords } from '../../features/conditions/condition-words.ts'
import { matchingDeviceConditions } from '../../features/conditions/matching-conditions.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Link } from 'wouter'
import { MetricIcon } from '../../ui/metric-icon.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { selectorName } from '../../features/devices/device-label.ts'
import { ConditionList } from './condition-list.tsx'

export interface DeviceConditionsProps {
  conditions: UseQueryResult<DeviceCondition[]>
  devices: UseQueryResult<Device[]>
  typed: string
  celsius: boolean
  onEdit: (condition: DeviceCondition) => void
  onDelete: (conditionId: string) => void
}

export function DeviceConditions(props: DeviceConditionsProps) {
  const { conditions, devices, typed, celsius, onEdit, onDelete } = props
  const [deviceId, setDeviceId] = useState<string>()
  const [sensorType, setSensorType] = useState<SensorType>()
  const rows = (conditions.data ?? []).map((condition) => ({
    condition,
    deviceId: condition.userDeviceId,
    deviceName:
      devices.data?.find((device) => device.deviceId === condition.userDeviceId)?.deviceName ??
      (devices.isPending ? '…' : 'Unknown Device'),
    sensorType: condition.sensorType,
    words: conditionWords(condition, celsius),
  }))
  const found = matchingDeviceConditions(rows, { typed, deviceId, sensorType })
  const noDevices = devices.data?.length === 0
  return (
    <div className="grid grid-cols-1 gap-4">
      <Filters
        devices={devices.data ?? []}
        {...{ deviceId, sensorType }}
        onDevice={setDeviceId}
        onSensor={setSensorType}
      />
      <ConditionList
        conditions={conditions}
        headings={['Sensor', 'Condition', 'Device']}
        empty={noDevices ? NO_DEVICES : NO_CONDITIONS}
        rows={found.map(({ condition, deviceName, words }) => (
          <ConditionRow
            key={condition.conditionAlertUserDeviceId}
            icon={<MetricIcon metric={metricOf(condition.sensorType).id} className="size-5" />}
            title={metricOf(condition.sensorType).label}
            words={
              <>
                {words}
                {condition.isMet && (
                  <span className="ms-2 inline-block rounded-small bg-danger-wash px-2 py-0.5 text-sm font-semibold text-danger">
                    Active now
                  </span>
                )}
              </>
            }
            note={deviceName}
            name={`${metricOf(condition.sensorType).label} ${words} of ${deviceName}`}
            onEdit={() => onEdit(condition)}
            onDelete={() => onDelete(condition.conditionAlertUserDeviceId)}
          />
        ))}
      />
    </div>
  )
}

const PURPOSE = 'A condition watches one sensor and alerts you when it crosses your limit.'
const ICON = <BellRing aria-hidden className="size-8" />
const NO_CONDITIONS = { title: 'No device conditions yet', children: PURPOSE, icon: ICON }
const NO_DEVICES = {
  title: 'No devices available, add one to make an alert condition',
  children: PURPOSE,
  icon: ICON,
  action: (
    <Link to="/mydevice" className={buttonClass({ variant: 'soft' })}>
      Add a device
    </Link>
  ),
}

interface FiltersProps {
  devices: readonly Device[]
  deviceId: string | undefined
  sensorType: SensorType | undefined
  onDevice: (deviceId: string | undefined) => void
  onSensor: (sensorType: SensorType | undefined) => void
}

/** Narrows the list to a device and a sensor. */
function Filters({ devices, deviceId, sensorType, onDevice, onSensor }: FiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SelectField
        label="Device"
        hideLabel
        value={deviceId ?? ''}
        onChange={(chosen) => onDevice(chosen === '' ? undefined : chosen)}
        options={[
          { value: '', label: 'All Devices' },
          ...devices.map((device) => ({ value: device.deviceId, label: selectorName(device.deviceName) })),
        ]}
        className="w-full sm:w-56"
      />
      {boardMetrics.map((metric) => (
        <Button
          key={metric.id}
          dense
          variant={metric.sensorType === sensorType ? 'soft' : 'ghost'}
          aria-pressed={metric.sensorType === sensorType}
          onClick={() => onSensor(metric.sensorType)}
        >
          {metric.label}
        </Button>
      ))}
      <Button
        dense
        variant="ghost"
        disabled={sensorType === undefined && deviceId === undefined}
        onClick={() => {
          onSensor(undefined)
          onDevice(undefined)
        }}
      >
        Clear
      </Button>
    </div>
  )
}
