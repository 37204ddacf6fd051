import type { Device } from '@greenhouse/contract'
import { Plus } from 'lucide-react'
import { DeviceCard } from './device-card.tsx'
import { DeviceRow } from './device-row.tsx'
import type { ShownDevice } from './device-states.ts'
import { classes } from '../../lib/classes.ts'
import type { Look } from '../../shared/settings/use-look.ts'
import { useMay } from '../../shared/household/household-queries.ts'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const GRID = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3'

interface DeviceGridProps {
  devices: readonly ShownDevice[]
  /** True while a search filters the devices. */
  searched: boolean
  look: Look
  onAdd: () => void
  onEdit: (device: Device) => void
  onRemove: (device: Device) => void
  onConnect: (device: Device) => void
}

export function DeviceGrid(props: DeviceGridProps) {
  const { devices, searched, look, onAdd, onEdit, onRemove, onConnect } = props
  const { celsius } = useSettings()
  const mayAdd = useMay('owner')
  if (!searched && devices.length === 0 && !mayAdd) return <EmptyState title="No devices connected" />
  if (searched && devices.length === 0)
    return <EmptyState title="No device matches">Try part of its name or ID.</EmptyState>
  const isList = look === 'list' && devices.length > 0
  const One = isList ? DeviceRow : DeviceCard
  const all = devices.map((shown) => (
    <One
      key={shown.device.deviceId}
      shown={shown}
      celsius={celsius}
      onEdit={() => onEdit(shown.device)}
      onRemove={() => onRemove(shown.device)}
      onConnect={() => onConnect(shown.device)}
    />
  ))
  const tile = !searched && mayAdd && <AddTile isRow={isList} isFirst={devices.length === 0} onAdd={onAdd} />
  if (!isList)
    return (
      <div className={GRID}>
        {all}
        {tile}
      </div>
    )
  return (
    <div className="grid grid-cols-1 gap-4">
      <ul aria-label="Devices" className="device-rows overflow-hidden rounded-card border border-line bg-surface">
        {all}
      </ul>
      {tile}
    </div>
  )
}

interface AddTileProps extends Pick<DeviceGridProps, 'onAdd'> {
  isRow: boolean
  isFirst: boolean
}

function AddTile({ isRow, isFirst, onAdd }: AddTileProps) {
  return (
    <button
      type="button"
      onClick={onAdd}
      className={classes(
        'add-tile flex items-center justify-center gap-2 rounded-card border-2 border-dashed border-line-strong p-4 text-center text-ink-soft transition-colors hover:border-leaf hover:text-leaf',
        isRow ? 'min-h-16' : 'min-h-56 flex-col',
      )}
    >
      <Plus aria-hidden className={isRow ? 'size-6' : 'size-7'} />
      <span className="font-semibold">Add a device</span>
      {isFirst && (
        <span className="max-w-56 text-sm">
          Works with any board that speaks MQTT or HTTP. You get a token and ready-made commands.
        </span>
      )}
    </button>
  )
}

export function DeviceGridSkeleton() {
  return (
    <div className={GRID}>
      {[1, 2, 3].map((one) => (
        <Skeleton key={one} className="h-88 rounded-card" />
      ))}
    </div>
  )
}
