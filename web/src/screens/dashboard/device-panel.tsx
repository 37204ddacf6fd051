import { boardMetrics, type NewestReading } from '@greenhouse/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Radio, Sprout } from 'lucide-react'
import { selectorName } from '../../features/devices/device-label.ts'
import { LiveBadge } from '../../features/devices/live-badge.tsx'
import { SpokenValues } from '../../features/devices/spoken-values.tsx'
import { useLiveNewest } from '../../features/devices/use-live-newest.ts'
import type { SeriesTile } from '../../features/readings/series-tile.ts'
import { SeriesTiles } from '../../features/readings/series-tiles.tsx'
import { useSettings } from '../../features/settings/settings-queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from 'wouter'
import { QueryState } from '../../ui/query-state.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SilentDevices } from './silent-devices.tsx'

export interface DevicePanelProps {
  newest: UseQueryResult<NewestReading[]>
  device: NewestReading | undefined
  choose: (deviceId: string) => void
  /** The series of the device. */
  tiles: readonly SeriesTile[]
}

export function DevicePanel({ newest, device, choose, tiles }: DevicePanelProps) {
  useLiveNewest(device ? [device.deviceId] : [])
  const devices = newest.data ?? []
  return (
    <section
      aria-labelledby="your-device"
      className="overflow-hidden rounded-card border border-line bg-surface shadow-panel"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-3 border-b border-line p-4 sm:px-6">
        <h2 id="your-device" className="text-xl">
          Your device
        </h2>
        {device && <LiveBadge time={device.time} intervalSeconds={Number(device.deviceWaitTime)} />}
        {newest.isPending && <Skeleton className="h-11 w-full sm:ms-auto sm:w-64" />}
        {device && (
          <SelectField
            label="Device"
            hideLabel
            value={device.deviceId}
            onChange={choose}
            options={devices.map(({ deviceId, deviceName }) => ({ value: deviceId, label: selectorName(deviceName) }))}
            className="w-full sm:ms-auto sm:w-64"
          />
        )}
      </header>
      {device && <SilentDevices devices={devices.filter((one) => one !== device)} choose={choose} />}
      <QueryState
        query={newest}
        skeleton={<TilesSkeleton />}
        failure="Your devices could not be loaded."
        empty={<NoDevices />}
      >
        {() => device && (device.time === null ? <NoData /> : <Tiles device={device} tiles={tiles} />)}
      </QueryState>
    </section>
  )
}

/** As many tiles as most boards have, so that nothing moves when the values come. */
function TilesSkeleton() {
  return (
    <div className="series-tiles">
      <ul aria-hidden>
        {boardMetrics.map(({ id }) => (
          <li key={id} className="grid content-start gap-2 p-3 sm:p-5">
            <Skeleton className="h-4 w-24 max-w-full" />
            <Skeleton className="h-8 w-28 max-w-full" />
            <Skeleton className="mt-1 h-10 w-full" />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Tiles({ device, tiles }: { device: NewestReading; tiles: readonly SeriesTile[] }) {
  const { celsius } = useSettings()
  return (
    <>
      <SeriesTiles tiles={tiles} celsius={celsius} />
      <SpokenValues values={device} celsius={celsius} />
    </>
  )
}

function NoDevices() {
  return (
    <EmptyState
      icon={<Sprout aria-hidden className="size-8" />}
      title="No devices connected"
      action={
        <Link to="/mydevice" className={buttonClass({ variant: 'leaf' })}>
          Add a device
        </Link>
      }
    >
      Connect a sensor board and its temperature, humidity, air pressure and air quality appear here.
    </EmptyState>
  )
}

function NoData() {
  return (
    <EmptyState
      icon={<Radio aria-hidden className="size-8" />}
      title="No data"
      action={
        <Link to="/mydevice" className={buttonClass({ variant: 'soft' })}>
          How to connect it
        </Link>
      }
    >
      This device hasn’t sent a reading yet. New readings appear here instantly.
    </EmptyState>
  )
}
