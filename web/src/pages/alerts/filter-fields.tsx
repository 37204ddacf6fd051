import { severities, type Device } from '@greenhouse/contract'
import { severityName } from '../../shared/rule/rule-notes.ts'
import type { AlertFilter } from '../../shared/query-keys.ts'
import { SelectField } from '../../ui/select-field.tsx'

interface FilterFieldsProps {
  devices: readonly Device[] | undefined
  filter: AlertFilter
  onFilter: (change: Partial<AlertFilter>) => void
}

const ALL = ''

export function FilterFields({ devices = [], filter, onFilter }: FilterFieldsProps) {
  const { deviceId, severity } = filter
  const isGone = deviceId !== undefined && devices.every((one) => one.deviceId !== deviceId)
  return (
    <div className="flex grow gap-3 *:min-w-0 *:flex-1 sm:grow-0 sm:*:w-44 sm:*:flex-none">
      <SelectField
        label="Device"
        hideLabel
        value={deviceId ?? ALL}
        onChange={(value) => onFilter({ deviceId: value === ALL ? undefined : value })}
        options={[
          { value: ALL, label: 'All devices' },
          ...devices.map((one) => ({ value: one.deviceId, label: one.deviceName })),
          ...(isGone ? [{ value: deviceId, label: 'Unknown Device' }] : []),
        ]}
      />
      <SelectField
        label="Severity"
        hideLabel
        value={severity ?? ALL}
        onChange={(value) => onFilter({ severity: severities.find((one) => one === value) })}
        options={[
          { value: ALL, label: 'Any severity' },
          ...severities.map((one) => ({ value: one, label: severityName(one) })),
        ]}
      />
    </div>
  )
}
