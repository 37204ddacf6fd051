import type { Device } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { DeviceCard } from './device-card.tsx'
import { useMay } from '../../shared/household/household-queries.ts'
import { usePathOfPlace } from '../../shared/place/place-queries.ts'
import { useLiveSeries } from '../../shared/series/live-series.ts'
import { newestTimeOf, newestValuesOf } from '../../shared/series/newest-values.ts'
import { newestSeries } from '../../shared/series/series-queries.ts'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const GRID = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3'

interface DeviceGridProps {
  devices: readonly Device[]
  /** True while a search filters the devices. */
  searched: boolean
  onAdd: () => void
  onEdit: (device: Device) => void
  onRemove: (device: Device) => void
  onConnect: (device: Device) => void
}

export function DeviceGrid(props: DeviceGridProps) {
  const { devices, searched, onAdd, onEdit, onRemove, onConnect } = props
  const { celsius } = useSettings()
  const pathOfPlace = usePathOfPlace()
  const { data: series } = useQuery(newestSeries)
  useLiveSeries(devices.map(({ deviceId }) => deviceId))
  const mayAdd = useMay('owner')
  if (!searched && devices.length === 0 && !mayAdd) return <EmptyState title="No devices connected" />
  if (searched && devices.length === 0)
    return <EmptyState title="No device matches">Try part of its name or ID.</EmptyState>
  return (
    <div className={GRID}>
      {devices.map((device) => (
        <DeviceCard
          key={device.deviceId}
          device={device}
          place={pathOfPlace(device.placeId)}
          newest={
            series && {
              time: newestTimeOf(series, device.deviceId),
              values: newestValuesOf(series, device.deviceId),
            }
          }
          celsius={celsius}
          onEdit={() => onEdit(device)}
          onRemove={() => onRemove(device)}
          onConnect={() => onConnect(device)}
        />
      ))}
      {!searched && mayAdd && (
        <button
          type="button"
          onClick={onAdd}
          className="add-tile grid min-h-56 place-content-center justify-items-center gap-2 rounded-card border-2 border-dashed border-line-strong p-6 text-center text-ink-soft transition-colors hover:border-leaf hover:text-leaf"
        >
          <Plus aria-hidden className="size-7" />
          <span className="font-semibold">Add a device</span>
          {devices.length === 0 && (
            <span className="max-w-56 text-sm">
              Works with any board that speaks MQTT or HTTP. You get a token and ready-made commands.
            </span>
          )}
        </button>
      )}
    </div>
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
