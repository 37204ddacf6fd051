import { useQuery } from '@tanstack/react-query'
import { ChartLine } from 'lucide-react'
import { useChosenDevice } from '../../features/devices/chosen-device.ts'
import { deviceList, newestReadings } from '../../features/devices/device-queries.ts'
import { useLiveNewest } from '../../features/devices/use-live-newest.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from 'wouter'
import { QueryState } from '../../ui/query-state.tsx'
import { CurrentStatus } from './current-status.tsx'
import { HistoryChart } from './history-chart.tsx'
import { HistorySkeleton } from './history-skeleton.tsx'
import { RangeBar } from './range-bar.tsx'
import { RangeFields, RangeFieldsSkeleton } from './range-fields.tsx'
import { useHistoryView } from './use-history-view.ts'
import { useSayFailure } from '../../ui/use-say-failure.ts'

export function HistoryScreen() {
  usePageTitle('History')
  const { view, now, show } = useHistoryView()
  const devices = useQuery(deviceList)
  const newest = useQuery(newestReadings)
  const [remembered, remember] = useChosenDevice(devices.data ?? [])
  const device = devices.data?.find(({ deviceId }) => deviceId === view.device) ?? remembered
  useLiveNewest(device ? [device.deviceId] : [])
  useSayFailure(devices, 'Failed to load devices')
  useSayFailure(newest, 'Failed to load recent sensor data')

  const newestOf = (deviceId: string) => newest.data?.find((one) => one.deviceId === deviceId)

  function choose(deviceId: string) {
    remember(deviceId)
    show({ device: deviceId, hidden: [] })
  }

  return (
    <>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <h1 className="text-2xl">History</h1>
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
              <CurrentStatus newest={newestOf(device.deviceId)} intervalSeconds={Number(device.waitTime)} />
              <HistoryChart
                key={device.deviceId}
                devices={devices.data ?? []}
                device={device}
                newest={newestOf(device.deviceId)}
                view={view}
                now={now}
                show={show}
              />
            </div>
          )
        }
      </QueryState>
    </>
  )
}

function NoDevices() {
  return (
    <EmptyState
      icon={<ChartLine aria-hidden />}
      title="No devices"
      action={
        <Link to="/mydevice" className={buttonClass({ variant: 'leaf' })}>
          Add a device
        </Link>
      }
    >
      Charts of your devices&rsquo; readings appear here.
    </EmptyState>
  )
}
