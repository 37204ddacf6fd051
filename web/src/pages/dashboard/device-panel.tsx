import { boardMetrics, type Device, type Place, type Series, MINUTE_MS } from '@greenhouse/contract'
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
import { silentDevices } from '../../shared/liveness/liveness.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { StateSign } from '../../shared/liveness/state-sign.tsx'

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
  const others = (devices.data ?? []).filter((one) => one !== device)
  return (
    <section
      aria-labelledby="your-device"
      className="overflow-hidden rounded-card border border-line bg-surface shadow-panel"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-3 border-b border-line p-4 sm:px-6">
        <h2 id="your-device" className="text-xl">
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
      <SilentDevices devices={others.map((one) => ({ ...one, time: timeOf(one) }))} choose={choose} />
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
          <Link to="/mydevice" className={buttonClass({ variant: 'leaf' })}>
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

const NAMED_MAX = 3

interface SilentDevicesProps {
  /** Each with the time of its newest value. */
  devices: ReadonlyArray<Device & { readonly time: string | null }>
  choose: (deviceId: string) => void
}

function SilentDevices({ devices, choose }: SilentDevicesProps) {
  const silent = silentDevices(devices, useNow(MINUTE_MS))
  if (silent.length === 0) return undefined
  const more = silent.length - NAMED_MAX
  return (
    <ul aria-label="Silent devices" className="grid gap-1 border-b border-line px-4 py-3 text-sm text-ink-soft sm:px-6">
      {silent.slice(0, NAMED_MAX).map(({ deviceId, deviceName, time }) => (
        <li key={deviceId} className="flex items-baseline gap-2">
          <StateSign state="silent" className="self-center" />
          <span className="min-w-0">
            <button
              type="button"
              onClick={() => choose(deviceId)}
              className="hit-area max-w-full text-start font-semibold break-words text-ink underline decoration-line-strong underline-offset-3"
            >
              {deviceName}
            </button>{' '}
            silent since {formatDateTime(time)}
          </span>
        </li>
      ))}
      {more > 0 && (
        <li>
          <Link to="/mydevice" className="hit-area font-semibold text-leaf">
            {more === 1 ? '1 more device is silent' : `${more} more devices are silent`}
          </Link>
        </li>
      )}
    </ul>
  )
}
