import type { Series } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { ChartLine } from 'lucide-react'
import { useChosenDevice } from '../../shared/device/chosen-device.ts'
import { deviceList } from '../../shared/device/device-queries.ts'
import { useMay } from '../../shared/household/household-queries.ts'
import { Headline } from '../../shared/household/roles.tsx'
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
  const devices = useQuery(deviceList)
  const series = useQuery(newestSeries)
  // Rebuilds the chart only when a series changes, not with every value.
  const described = useQuery({ ...newestSeries, select: withoutValues })
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
        empty={<NoDevices />}
      >
        {() =>
          device && (
            <div className="grid grid-cols-1 gap-5">
              <CurrentStatus device={device} series={series.data} />
              <QueryState
                query={described}
                skeleton={<Skeleton className="h-112 rounded-card" />}
                failure="The readings could not be loaded."
              >
                {(all) => (
                  <HistoryChart
                    key={device.deviceId}
                    devices={devices.data ?? []}
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
      </QueryState>
    </>
  )
}

function withoutValues(all: readonly Series[]): DescribedSeries[] {
  return all.map(({ newest: _newest, raw: _raw, ...series }) => series)
}

function NoDevices() {
  const mayAdd = useMay('owner')
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
