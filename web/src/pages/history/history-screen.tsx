import type { Device, Place, Series } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { ChartLine } from 'lucide-react'
import { useChosenDevice } from '../../shared/device/chosen-device.ts'
import { deviceList } from '../../shared/device/device-queries.ts'
import { useMay } from '../../shared/household/household-queries.ts'
import { Headline } from '../../shared/household/roles.tsx'
import { PlaceSwitcher } from '../../shared/place/place-switcher.tsx'
import { usePlace } from '../../shared/place/use-place.ts'
import { useLiveSeries } from '../../shared/series/live-series.ts'
import { newestSeries } from '../../shared/series/series-queries.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from 'wouter'
import { QueryState } from '../../ui/query-state.tsx'
import { CurrentStatus } from './current-status.tsx'
import { HistoryChart } from './history-chart.tsx'
import { RangeBar } from './range/range-bar.tsx'
import { RangeFields, RangeFieldsSkeleton } from './range/range-fields.tsx'
import { useHistoryView } from './view/use-history-view.ts'
import type { DescribedSeries } from './series/use-shown-series.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useLoadFailureToast } from '../../ui/use-load-failure-toast.ts'

export function HistoryScreen() {
  usePageTitle('History')
  const { view, now, show } = useHistoryView()
  const { place, inPlace } = usePlace()
  const devices = useQuery({ ...deviceList, select: inPlace })
  const series = useQuery(newestSeries)
  const [remembered, remember] = useChosenDevice(devices.data ?? [])
  const device = devices.data?.find(({ deviceId }) => deviceId === view.device) ?? remembered
  useLiveSeries(device ? [device.deviceId] : [])
  useLoadFailureToast(devices, 'Failed to load devices')
  useLoadFailureToast(series, 'Failed to load recent sensor data')

  function choose(deviceId: string) {
    remember(deviceId)
    show({ device: deviceId, hidden: [] })
  }

  return (
    <>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <Headline>History</Headline>
        <PlaceSwitcher showLabel className="w-full sm:ms-auto sm:w-52" />
        {device && devices.data ? (
          <RangeFields devices={devices.data} deviceId={device.deviceId} view={view} onDevice={choose} onDates={show} />
        ) : (
          devices.isPending && <RangeFieldsSkeleton />
        )}
      </div>
      {(device || devices.isPending) && <RangeBar view={view} now={now} show={show} />}
      <QueryState
        query={devices}
        skeleton={<HistorySkeleton />}
        failure="Your devices could not be loaded."
        empty={<NoDevices place={place} />}
      >
        {() => device && <DeviceHistory device={device} series={series.data} view={view} now={now} show={show} />}
      </QueryState>
    </>
  )
}

interface DeviceHistoryProps extends Pick<ReturnType<typeof useHistoryView>, 'view' | 'now' | 'show'> {
  device: Device
  series: Series[] | undefined
}

function DeviceHistory({ device, series, view, now, show }: DeviceHistoryProps) {
  // Series of devices in other places can be added.
  const { data: devices = [] } = useQuery(deviceList)
  // Rebuilds the chart only when a series changes, not with every value.
  const described = useQuery({ ...newestSeries, select: withoutValues })
  return (
    <div className="grid grid-cols-1 gap-5">
      <CurrentStatus device={device} series={series} />
      <QueryState
        query={described}
        skeleton={<Skeleton className="h-112 rounded-card" />}
        failure="The readings could not be loaded."
      >
        {(all) => (
          <HistoryChart
            key={device.deviceId}
            devices={devices}
            device={device}
            all={all}
            view={view}
            now={now}
            show={show}
          />
        )}
      </QueryState>
    </div>
  )
}

function withoutValues(all: readonly Series[]): DescribedSeries[] {
  return all.map(({ newest: _newest, raw: _raw, ...series }) => series)
}

function NoDevices({ place }: { place: Place | undefined }) {
  const mayAdd = useMay('owner')
  if (place) return <EmptyState icon={<ChartLine aria-hidden />} title={`No devices in ${place.name}`} />
  return (
    <EmptyState
      icon={<ChartLine aria-hidden />}
      title="No devices"
      action={
        mayAdd && (
          <Link to="/mydevice" className={buttonClass({ variant: 'leaf' })}>
            Add a device
          </Link>
        )
      }
    >
      Charts of your devices&rsquo; readings appear here.
    </EmptyState>
  )
}

function HistorySkeleton() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-32 rounded-card" />
      <Skeleton className="h-112 rounded-card" />
    </div>
  )
}
