import type { Device } from '@greenhouse/contract'
import { useState } from 'react'
import { selectorName } from '../../features/devices/device-label.ts'
import { dateFault, type HistoryView } from '../../features/history/history-view.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

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
    <div className="grid w-full grid-cols-2 items-start gap-3 sm:w-auto sm:grid-cols-[14rem_10rem_10rem]">
      <SelectField
        label="Device"
        value={deviceId}
        onChange={onDevice}
        options={devices.map((one) => ({ value: one.deviceId, label: selectorName(one.deviceName) }))}
        className="max-sm:col-span-2"
      />
      <TextField label="From" type="date" value={from} onChange={(value) => type('from', value)} error={faults.from} />
      <TextField label="To" type="date" value={to} onChange={(value) => type('to', value)} error={faults.to} />
    </div>
  )
}
