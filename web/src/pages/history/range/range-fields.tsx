import type { Device } from '@greenhouse/contract'
import { useState } from 'react'
import { selectorName } from '../../../shared/device/device-label.ts'
import type { RangeChange } from './move-range.ts'
import { dateFault, type HistoryView } from '../view/history-view.ts'
import { DateField } from '../../../ui/date-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** Side by side where a whole date fits into half a row. */
const LAYOUT = 'grid w-full items-start gap-3 min-[22.5rem]:grid-cols-2 sm:w-auto'
const COLUMNS = { device: 'sm:grid-cols-[17rem]', dates: 'sm:grid-cols-[17rem_9.5rem_9.5rem]' }
/** Overlays errors below the fields to avoid a layout shift. */
const FAULT_BELOW = 'relative min-[22.5rem]:*:[p]:absolute *:[p]:top-full *:[p]:pt-1 *:[p]:whitespace-nowrap'

const DATES = [
  { name: 'from', label: 'From', faultAt: '*:[p]:start-0' },
  { name: 'to', label: 'To', faultAt: '*:[p]:end-0' },
] as const

interface RangeFieldsProps {
  devices: readonly Device[]
  deviceId: string
  view: HistoryView
  onDevice: (deviceId: string) => void
  onDates: (change: RangeChange) => void
}

/** Invalid dates stay in the fields with an error and change nothing. */
export function RangeFields({ devices, deviceId, view, onDevice, onDates }: RangeFieldsProps) {
  const [typed, setTyped] = useState<{ from: string; to: string; changed: 'from' | 'to' }>()
  const { from, to } = typed ?? view
  const faults = typed ? dateFault(from, to, typed.changed) : {}

  function type(changed: 'from' | 'to', value: string) {
    const next = { from, to, [changed]: value }
    const fine = Object.keys(dateFault(next.from, next.to, changed)).length === 0
    setTyped(fine ? undefined : { ...next, changed })
    if (fine) onDates({ ...next, preset: undefined, end: undefined, zoom: undefined })
  }

  return (
    <div className={`${LAYOUT} ${COLUMNS[view.preset === undefined ? 'dates' : 'device']}`}>
      <SelectField
        label="Device"
        value={deviceId}
        onChange={onDevice}
        options={devices.map((one) => ({ value: one.deviceId, label: selectorName(one.deviceName) }))}
        className="max-sm:col-span-full"
      />
      {view.preset === undefined &&
        DATES.map(({ name, label, faultAt }) => (
          <DateField
            key={name}
            label={label}
            value={{ from, to }[name]}
            onChange={(value) => type(name, value)}
            error={faults[name]}
            className={`${FAULT_BELOW} ${faultAt}`}
          />
        ))}
    </div>
  )
}

const FIELDS = [
  { name: 'device', className: 'max-sm:col-span-full' },
  { name: 'from', className: '' },
  { name: 'to', className: '' },
]

export function RangeFieldsSkeleton() {
  return (
    <div className={`${LAYOUT} ${COLUMNS.dates}`}>
      {FIELDS.map(({ name, className }) => (
        <div key={name} className={`grid gap-1.5 ${className}`}>
          <Skeleton className="h-5 w-16" />
          <Skeleton className="h-11 rounded-control" />
        </div>
      ))}
    </div>
  )
}
