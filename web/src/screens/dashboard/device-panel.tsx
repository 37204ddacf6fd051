import { boardMetrics, type DeviceHistory, type NewestReading } from '@greenhouse/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Radio, Sprout } from 'lucide-react'
import { selectorName } from '../../features/devices/device-label.ts'
import { LiveBadge } from '../../features/devices/live-badge.tsx'
import { livenessOf } from '../../lib/liveness.ts'
import { MetricValue } from '../../features/devices/metric-value.tsx'
import { SpokenValues } from '../../features/devices/spoken-values.tsx'
import { useLiveNewest } from '../../features/devices/use-live-newest.ts'
import { useSettings } from '../../features/settings/settings-queries.ts'
import { useNow } from '../../lib/use-now.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from 'wouter'
import { QueryState } from '../../ui/query-state.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DayLine } from './day-line.tsx'
import { SilentDevices } from './silent-devices.tsx'

export interface DevicePanelProps {
  newest: UseQueryResult<NewestReading[]>
  device: NewestReading | undefined
  choose: (deviceId: string) => void
  /** The last 24 hours of the device. */
  day: DeviceHistory | undefined
}

export function DevicePanel({ newest, device, choose, day }: DevicePanelProps) {
  useLiveNewest(device ? [device.deviceId] : [])
  const devices = newest.data ?? []
  return (
    <section
      aria-labelledby="your-device"
      className="grid gap-4 rounded-card border border-line bg-surface p-4 shadow-panel sm:p-6"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-3">
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
        {() => device && (device.time === null ? <NoData /> : <Tiles device={device} day={day} />)}
      </QueryState>
    </section>
  )
}

/** The room of a tile and its lines, whether its values have come or not. */
const TILE =
  'grid min-w-0 grid-cols-1 content-start gap-2 px-3 first:ps-0 sm:px-5 max-lg:odd:ps-0 max-lg:even:border-s max-lg:even:border-line max-lg:even:pe-0 lg:border-s lg:border-line lg:first:border-s-0 lg:last:pe-0'
const TILES = 'grid grid-cols-2 gap-y-5 lg:grid-cols-4'

function TilesSkeleton() {
  return (
    <div className={TILES}>
      {boardMetrics.map(({ id }) => (
        <div key={id} className={TILE}>
          <div>
            <p className="relative text-sm">
              &nbsp;
              <Skeleton className="absolute inset-y-0.5 start-0 w-24 max-w-full" />
            </p>
            <p className="relative">
              <span className="text-value max-[22.5rem]:text-xl">&nbsp;</span>
              <Skeleton className="absolute inset-y-1.5 start-0 w-28 max-w-full" />
            </p>
          </div>
          <div className="min-h-17">
            <Skeleton className="h-10 w-full" />
          </div>
        </div>
      ))}
    </div>
  )
}

function Tiles({ device, day }: { device: NewestReading; day: DeviceHistory | undefined }) {
  const { celsius } = useSettings()
  const now = useNow(10_000)
  const age = now - Date.parse(device.time ?? '')
  const old = livenessOf(age, Number(device.deviceWaitTime)) === 'silent'
  return (
    <>
      <div className={TILES}>
        {boardMetrics.map((metric) => (
          <div key={metric.id} className={TILE}>
            <MetricValue metric={metric} value={device[metric.id]} celsius={celsius} old={old} />
            <DayLine metric={metric} day={day} celsius={celsius} intervalSeconds={Number(device.deviceWaitTime)} />
          </div>
        ))}
      </div>
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
