import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { deviceList } from '../../shared/device/device-queries.ts'
import { newestSeries } from '../../shared/series/series-queries.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Missing } from '../../ui/missing.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DevicePage } from './device-page.tsx'

const NONE: readonly never[] = []

export function DeviceScreen() {
  const { id } = useParams<{ id: string }>()
  const devices = useQuery(deviceList)
  const series = useQuery(newestSeries)
  const device = devices.data?.find(({ deviceId }) => deviceId === id.toLowerCase())
  usePageTitle(device?.deviceName ?? 'Device')
  const known = {
    ...devices,
    data: series.data && devices.data,
    isError: devices.isError || series.isError,
    refetch: () => Promise.all([devices.refetch(), series.refetch()]),
  }
  return (
    <>
      {known.data === undefined && <h1 className="sr-only">Device</h1>}
      <QueryState query={known} skeleton={<DeviceSkeleton />} failure="The device could not be loaded.">
        {() =>
          device ? <DevicePage key={device.deviceId} device={device} all={series.data ?? NONE} /> : <UnknownDevice />
        }
      </QueryState>
    </>
  )
}

function UnknownDevice() {
  return (
    <Missing title="There is no such device" to="/mydevice" linkLabel="See your devices">
      It may have been removed, or belong to somebody else.
    </Missing>
  )
}

function DeviceSkeleton() {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-11 w-64" />
      <Skeleton className="h-96 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
    </div>
  )
}
