import { boardMetrics, metricById, metricOfSeries, type Device, type Rule, type Series } from '@greenhouse/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { ConditionRow } from '../../features/conditions/condition-row.tsx'
import { clearWords, ruleWords } from '../../features/conditions/condition-words.ts'
import { matchingDeviceConditions, sensorName } from '../../features/conditions/matching-conditions.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Link, useSearchParams } from 'wouter'
import { MetricIcon } from '../../ui/metric-icon.tsx'
import type { Query } from '../../ui/query-state.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { selectorName } from '../../features/devices/device-label.ts'
import { ConditionList } from './condition-list.tsx'

export interface DeviceConditionsProps {
  /** Known once their series are. */
  rules: Query<Rule[]>
  series: readonly Series[]
  devices: UseQueryResult<Device[]>
  typed: string
  celsius: boolean
  onEdit: (rule: Rule) => void
  onDelete: (ruleId: string) => void
}

export function DeviceConditions(props: DeviceConditionsProps) {
  const { rules, series, devices, typed, celsius, onEdit, onDelete } = props
  const [search] = useSearchParams()
  const [deviceId, setDeviceId] = useState(search.get('device') ?? undefined)
  const [sensor, setSensor] = useState(search.get('sensor') ?? undefined)
  const rows = (rules.data ?? []).map((rule) => {
    const own = series.find(({ seriesId }) => seriesId === rule.seriesId)
    const metric = own ? metricOfSeries(own) : metricById('')
    return {
      rule,
      deviceId: rule.deviceId,
      deviceName:
        devices.data?.find((device) => device.deviceId === rule.deviceId)?.deviceName ??
        (devices.isPending ? '…' : 'Unknown Device'),
      label: own?.label ?? '…',
      metric,
      words: ruleWords(metric, rule, celsius),
      over: clearWords(metric, rule, celsius),
    }
  })
  const found = matchingDeviceConditions(rows, { typed, deviceId, sensor })
  const noDevices = devices.data?.length === 0
  return (
    <div className="grid grid-cols-1 gap-4">
      <Filters
        devices={devices.data ?? []}
        sensors={[...new Set([...USUAL_SENSORS, ...rows.map(sensorName), ...(sensor === undefined ? [] : [sensor])])]}
        {...{ deviceId, sensor }}
        onDevice={setDeviceId}
        onSensor={setSensor}
      />
      <ConditionList
        conditions={rules}
        headings={['Sensor', 'Condition', 'Device']}
        empty={noDevices ? NO_DEVICES : NO_CONDITIONS}
        rows={found.map(({ rule, deviceName, label, metric, words, over }) => (
          <ConditionRow
            key={rule.ruleId}
            icon={<MetricIcon metric={metric.id} className="size-5" />}
            title={label}
            words={<RuleWords {...{ words, over }} isBroken={rule.isBroken} />}
            note={deviceName}
            name={`${label} ${words} of ${deviceName}`}
            onEdit={() => onEdit(rule)}
            onDelete={() => onDelete(rule.ruleId)}
          />
        ))}
      />
    </div>
  )
}

function RuleWords({ words, over, isBroken }: { words: string; over: string | undefined; isBroken: boolean }) {
  return (
    <>
      {words}
      {isBroken && (
        <span className="ms-2 inline-block rounded-small bg-danger-wash px-2 py-0.5 text-sm font-semibold text-danger">
          Active now
        </span>
      )}
      {over !== undefined && <span className="block text-sm text-ink-soft">{over}</span>}
    </>
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
    <Link to="/mydevice" className={buttonClass({ variant: 'soft' })}>
      Add a device
    </Link>
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

/** Narrows the list to a device and a sensor. */
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
