import { boardMetrics, MINUTE_MS, type Device, type Rule, type Series } from '@greenhouse/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { isOnAnyDevice } from '../../shared/rule/any-device.ts'
import { matchingDeviceConditions, sensorName } from '../../shared/rule/matching-conditions.ts'
import { Role } from '../../shared/household/roles.tsx'
import { useNow } from '../../lib/use-now.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Link, useSearchParams } from 'wouter'
import { withPlants } from '../../shared/device/plant-devices.ts'
import type { Query } from '../../ui/query-state.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { selectorName } from '../../shared/device/device-label.ts'
import { ConditionList } from './condition-list.tsx'
import { listedRule, RuleRow } from './rule-row.tsx'

interface DeviceConditionsProps {
  /** Loaded after their series. */
  rules: Query<Rule[]>
  series: readonly Series[]
  devices: UseQueryResult<Device[]>
  typed: string
  celsius: boolean
  onDelete: (ruleId: string) => void
}

export function DeviceConditions({ rules, series, devices, typed, celsius, onDelete }: DeviceConditionsProps) {
  const [search] = useSearchParams()
  const [deviceId, setDeviceId] = useState(search.get('device') ?? undefined)
  const [sensor, setSensor] = useState(search.get('sensor') ?? undefined)
  const now = useNow(MINUTE_MS)
  const sources = devices.data && withPlants(devices.data, series)
  const known = { series, devices: sources, isPending: devices.isPending, celsius, now }
  const noDevices = devices.data?.length === 0
  // Without a device the rule on any device has no effect.
  const watching = noDevices ? rules.data?.filter((rule) => !isOnAnyDevice(rule)) : rules.data
  const rows = (watching ?? []).map((rule) => listedRule(rule, known))
  const found = matchingDeviceConditions(rows, { typed, deviceId, sensor })
  return (
    <div className="grid grid-cols-1 gap-4">
      <Filters
        devices={sources ?? []}
        sensors={[...new Set([...USUAL_SENSORS, ...rows.map(sensorName), ...(sensor === undefined ? [] : [sensor])])]}
        deviceId={deviceId}
        sensor={sensor}
        onDevice={setDeviceId}
        onSensor={setSensor}
      />
      <ConditionList
        conditions={{ ...rules, data: watching }}
        headings={['Sensor', 'Condition', 'Device']}
        empty={noDevices ? NO_DEVICES : NO_CONDITIONS}
        rows={found.map((listed) => (
          <RuleRow key={listed.rule.ruleId} listed={listed} onDelete={onDelete} />
        ))}
      />
    </div>
  )
}

const USUAL_SENSORS = boardMetrics.map(({ label }) => label)
const PURPOSE = 'A condition watches one sensor and alerts you when it crosses your limit.'
const ICON = <BellRing aria-hidden className="size-8" />
const NO_CONDITIONS = { title: 'No device conditions yet', children: PURPOSE, icon: ICON }
const NO_DEVICES = {
  title: 'No devices available, add one to make an alert condition',
  children: PURPOSE,
  icon: ICON,
  action: (
    <Role atLeast="owner">
      <Link to="/mydevice" className={buttonClass({ variant: 'soft' })}>
        Add a device
      </Link>
    </Role>
  ),
}

interface FiltersProps {
  devices: readonly Device[]
  sensors: readonly string[]
  deviceId: string | undefined
  sensor: string | undefined
  onDevice: (deviceId: string | undefined) => void
  onSensor: (sensor: string | undefined) => void
}

function Filters({ devices, sensors, deviceId, sensor, onDevice, onSensor }: FiltersProps) {
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
      {sensors.map((name) => (
        <Button
          key={name}
          dense
          variant={name === sensor ? 'soft' : 'ghost'}
          aria-pressed={name === sensor}
          onClick={() => onSensor(name)}
          className="max-w-full"
        >
          <span className="truncate">{name}</span>
        </Button>
      ))}
      <Button
        dense
        variant="ghost"
        disabled={sensor === undefined && deviceId === undefined}
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
