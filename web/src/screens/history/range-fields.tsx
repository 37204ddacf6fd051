import type { Device } from '@greenhouse/contract'
import { useState } from 'react'
import { selectorName } from '../../features/devices/device-label.ts'
import { dateFault, type HistoryView } from '../../features/history/history-view.ts'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'

export interface RangeFieldsProps {
  devices: readonly Device[]
  deviceId: string
  view: HistoryView
  onDevice: (deviceId: string) => void
  onDates: (change: Pick<HistoryView, 'from' | 'to' | 'zoom'>) => void
}

/** Which device, from when to when. Dates that make no sense stay in the fields, with the reason, and change nothing. */
export function RangeFields({ devices, deviceId, view, onDevice, onDates }: RangeFieldsProps) {
  const [typed, setTyped] = useState<{ from: string; to: string; changed: 'from' | 'to' }>()
  const { from, to } = typed ?? view
  const faults = typed ? dateFault(from, to, typed.changed) : {}

  function type(changed: 'from' | 'to', value: string) {
    const next = { from, to, [changed]: value }
    const fine = Object.keys(dateFault(next.from, next.to, changed)).length === 0
    setTyped(fine ? undefined : { ...next, changed })
    if (fine) onDates({ ...next, zoom: undefined })
  }

  return (
    <div className="grid w-full grid-cols-2 items-start gap-3 sm:w-auto sm:grid-cols-[17rem_9.5rem_9.5rem]">
      <SelectField
        label="Device"
        value={deviceId}
        onChange={onDevice}
        options={devices.map((one) => ({ value: one.deviceId, label: selectorName(one.deviceName) }))}
        className="max-sm:col-span-2"
      />
      <DateField label="From" value={from} onChange={(value) => type('from', value)} error={faults.from} />
      <DateField label="To" value={to} onChange={(value) => type('to', value)} error={faults.to} />
    </div>
  )
}
