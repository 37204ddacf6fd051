import { boardMetrics, type Device, type Place, type Series } from '@greenhouse/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Radio, Settings2, Sprout } from 'lucide-react'
import { selectorName } from '../../shared/device/device-label.ts'
import { Role } from '../../shared/household/roles.tsx'
import { useMay } from '../../shared/household/household-queries.ts'
import { LiveBadge } from '../../shared/device/live-badge.tsx'
import { useLiveSeries } from '../../shared/series/live-series.ts'
import { newestTimeOf } from '../../shared/series/newest-values.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from 'wouter'
import { QueryState, type Query } from '../../ui/query-state.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { DeviceTiles } from './tiles/use-device-tiles.ts'
import { DeviceTilesPanel } from './device-tiles-panel.tsx'

interface DevicePanelProps {
  devices: UseQueryResult<Device[]>
  /** Undefined for all places. */
  place: Place | undefined
  series: UseQueryResult<Series[]>
  device: Device | undefined
  choose: (deviceId: string) => void
  shown: DeviceTiles
}

export function DevicePanel({ devices, place, series, device, choose, shown }: DevicePanelProps) {
  useLiveSeries(device ? [device.deviceId] : [])
  const timeOf = ({ deviceId }: Device) => newestTimeOf(series.data ?? [], deviceId)
  return (
    <section
      aria-labelledby="your-device"
      className="overflow-hidden rounded-card border border-line bg-surface shadow-panel"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-3 border-b border-line p-4 sm:px-6">
        <h2 id="your-device" className="text-lg">
          Your device
        </h2>
        {device && series.data && <LiveBadge time={timeOf(device)} intervalSeconds={Number(device.waitTime)} />}
        {devices.isPending && <Skeleton className="h-11 w-full sm:ms-auto sm:w-64" />}
        {device && (
          <div className="flex w-full gap-2 sm:ms-auto sm:w-auto">
            <SelectField
              label="Device"
              hideLabel
              value={device.deviceId}
              onChange={choose}
              options={(devices.data ?? []).map(({ deviceId, deviceName }) => ({
                value: deviceId,
                label: selectorName(deviceName),
              }))}
              className="min-w-0 grow sm:w-64"
            />
            <Link
              to={`/mydevice/${device.deviceId}`}
              aria-label={`All sensors of ${device.deviceName}`}
              title="All sensors of this device"
              className="grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-sunken"
            >
              <Settings2 aria-hidden className="size-5" />
            </Link>
          </div>
        )}
      </header>
      <QueryState
        query={combined(devices, series)}
        skeleton={<TilesSkeleton />}
        failure="Your devices could not be loaded."
        empty={place ? <EmptyState title={`No devices in ${place.name}`} /> : <NoDevices />}
      >
        {() =>
          device &&
          (timeOf(device) === null ? <NoData /> : <DeviceTilesPanel shown={shown} series={series.data ?? []} />)
        }
      </QueryState>
    </section>
  )
}

/** Combines two queries: devices are shown once their series are loaded. */
function combined(devices: UseQueryResult<Device[]>, series: UseQueryResult<Series[]>): Query<Device[]> {
  return {
    data: series.data && devices.data,
    isError: devices.isError || series.isError,
    error: devices.error ?? series.error,
    refetch: () => Promise.all([devices.refetch(), series.refetch()]),
  }
}

/** Has as many tiles as most boards, to avoid a layout shift. */
function TilesSkeleton() {
  return (
    <div className="series-tiles">
      <ul aria-hidden>
        {boardMetrics.map(({ id }) => (
          <li key={id} className="grid content-start gap-2 p-3 sm:p-5">
            <Skeleton className="h-4 w-24 max-w-full" />
            <Skeleton className="h-3 w-12 sm:hidden" />
            <Skeleton className="h-8 w-28 max-w-full" />
            <Skeleton className="mt-1 h-10 w-full" />
          </li>
        ))}
      </ul>
    </div>
  )
}

function NoDevices() {
  const mayAdd = useMay('owner')
  return (
    <EmptyState
      icon={<Sprout aria-hidden className="size-8" />}
      title="No devices connected"
      action={
        mayAdd && (
          <Link to="/mydevice?add=1" className={buttonClass({ variant: 'leaf' })}>
            Add a device
          </Link>
        )
      }
    >
      {mayAdd && 'Connect a sensor board and its temperature, humidity, air pressure and air quality appear here.'}
    </EmptyState>
  )
}

function NoData() {
  return (
    <EmptyState
      icon={<Radio aria-hidden className="size-8" />}
      title="No data"
      action={
        <Role atLeast="owner">
          <Link to="/mydevice" className={buttonClass({ variant: 'soft' })}>
            How to connect it
          </Link>
        </Role>
      }
    >
      This device hasn’t sent a reading yet. New readings appear here instantly.
    </EmptyState>
  )
}
