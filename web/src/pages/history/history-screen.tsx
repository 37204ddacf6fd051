import type { Place, Series } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { ChartLine } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useChosenDevice } from '../../shared/device/chosen-device.ts'
import { selectorName } from '../../shared/device/device-label.ts'
import { deviceList } from '../../shared/device/device-queries.ts'
import { withPlants, type SeriesSource } from '../../shared/device/plant-devices.ts'
import { useMay } from '../../shared/household/household-queries.ts'
import { ViewerNote } from '../../shared/household/roles.tsx'
import { PlaceSwitcher } from '../../shared/place/place-switcher.tsx'
import { usePlace } from '../../shared/place/use-place.ts'
import { useLiveSeries } from '../../shared/series/live-series.ts'
import { newestSeries } from '../../shared/series/series-queries.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { buttonClass } from '../../ui/button.tsx'
import { preloadDrawing } from '../../ui/chart/line-chart.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useRefreshFailureToast } from '../../ui/use-load-failure-toast.ts'
import { useStatusWords } from './current-status.tsx'
import { HistoryChart } from './history-chart.tsx'
import { RangeBar, rangeWords } from './range/range-bar.tsx'
import { RangeFields } from './range/range-fields.tsx'
import { ChartMenu, type DrawnRef } from './save/chart-menu.tsx'
import type { DescribedSeries } from './series/use-shown-series.ts'
import { pressedPreset, PRESETS, type HistoryView } from './view/history-view.ts'
import { useFirstDay } from './view/use-first-day.ts'
import { useHistoryView } from './view/use-history-view.ts'

const NONE: readonly never[] = []
const NO_DEVICES = 'Failed to load devices'
const NO_READINGS = 'Failed to load recent sensor data'

export function HistoryScreen() {
  usePageTitle('History')
  const { view, now, show } = useHistoryView()
  const { place, inPlace } = usePlace()
  const devices = useQuery({ ...deviceList, select: inPlace })
  const series = useQuery({ ...newestSeries, select: withoutValues })
  const sources = useMemo(
    (): SeriesSource[] | undefined =>
      devices.data && series.data ? inPlace(withPlants(devices.data, series.data)) : devices.data,
    [devices.data, series.data, inPlace],
  )
  const [remembered, remember] = useChosenDevice(sources ?? [])
  const device = sources?.find(({ deviceId }) => deviceId === view.device) ?? remembered
  useLiveSeries(device ? [device.deviceId] : [])
  useRefreshFailureToast(devices, NO_DEVICES)
  useRefreshFailureToast(series, NO_READINGS)

  function choose(deviceId: string) {
    const chosen = sources?.find((one) => one.deviceId === deviceId)
    // A plant has none of the sensors of a device.
    const isAlike = (chosen?.plantId === undefined) === (device?.plantId === undefined)
    remember(deviceId)
    show({ device: deviceId, hidden: [], ...(isAlike ? {} : { tab: undefined }) })
  }

  return (
    <div className="-mt-3 grid grid-cols-1">
      {device && sources ? (
        <DeviceHistory
          key={device.deviceId}
          devices={sources}
          device={device}
          view={view}
          now={now}
          show={show}
          onDevice={choose}
        />
      ) : (
        <>
          <div className={BAR}>
            <Title />
            <PlaceSwitcher className="w-full sm:w-52" />
          </div>
          <QueryState
            query={devices}
            skeleton={<HistorySkeleton />}
            failure={NO_DEVICES}
            empty={<NoDevices place={place} />}
          >
            {() => undefined}
          </QueryState>
        </>
      )}
    </div>
  )
}

/** One row where there is room for all; the fields give way to long dates. */
const BAR = 'flex min-h-11 flex-wrap items-center gap-x-3 max-sm:gap-y-1.5 sm:gap-y-1 xl:flex-nowrap xl:*:shrink-0'

/** The header names the page on phones. */
function Title() {
  return <h1 className="text-2xl max-sm:sr-only sm:me-1">History</h1>
}

interface DeviceHistoryProps extends Pick<ReturnType<typeof useHistoryView>, 'now' | 'show'> {
  /** Of the place on the screen. */
  devices: readonly SeriesSource[]
  device: SeriesSource
  view: HistoryView
  onDevice: (deviceId: string) => void
}

function DeviceHistory({ devices, device, view: asked, now, show, onDevice }: DeviceHistoryProps) {
  // Series of devices in other places can be added.
  const { data: devicesOfAll = NONE } = useQuery(deviceList)
  // Rebuilds the chart only when a series changes, not with every value.
  const described = useQuery({ ...newestSeries, select: withoutValues })
  const all = useMemo(() => withPlants(devicesOfAll, described.data ?? NONE), [devicesOfAll, described.data])
  const view = useFirstDay(device, described.data ?? [], { view: asked, now })
  const drawn: DrawnRef = useRef(undefined)
  const [isDrawn, setDrawn] = useState(false)
  const [areDatesOpen, openDates] = useState(false)
  const [asTable, setAsTable] = useState(false)
  const [first, setFirst] = useState<number>()
  const status = useStatusWords(device.deviceId)
  const pressed = pressedPreset(view, now)
  useEffect(preloadDrawing, [])
  const length = PRESETS.find(({ id }) => id === pressed)
  return (
    <>
      <div className={BAR}>
        <Title />
        <DeviceChoice {...{ devices, device, onDevice }} />
        <RangeBar view={view} now={now} show={show} first={first} isOpen={areDatesOpen} onOpen={openDates} />
        <p className="ms-auto text-sm text-ink-soft xl:whitespace-nowrap max-sm:order-5 max-sm:-mt-1.5 max-sm:w-full max-sm:text-xs max-sm:leading-4.5">
          {status}
        </p>
        <ChartMenu
          title={`${device.deviceName}, ${length ? length.before : rangeWords(view, now)}`}
          view={view}
          now={now}
          show={show}
          drawn={drawn}
          isDrawn={isDrawn}
          asTable={asTable}
          onTable={() => setAsTable(!asTable)}
          mayShowWaterings={device.placeId === undefined && device.plantId === undefined}
        />
      </div>
      <ViewerNote className="mt-2 text-ink-soft" />
      {areDatesOpen && <RangeFields view={view} now={now} onDates={show} />}
      <p className="hidden print:block">{`${device.deviceName}, ${rangeWords(view, now)}`}</p>
      <QueryState query={described} skeleton={<PanelSkeleton />} failure={NO_READINGS}>
        {(series) => (
          <HistoryChart
            devices={all}
            device={device}
            all={series}
            view={view}
            now={now}
            show={show}
            status={status}
            asTable={asTable}
            drawn={drawn}
            onDrawn={setDrawn}
            onFirst={setFirst}
          />
        )}
      </QueryState>
    </>
  )
}

function DeviceChoice({ devices, device, onDevice }: Pick<DeviceHistoryProps, 'devices' | 'device' | 'onDevice'>) {
  return (
    <span className="flex min-w-0 gap-2 max-sm:order-1 max-sm:grow max-sm:basis-0 sm:w-59 sm:has-[>:nth-child(2)]:w-73 xl:has-[>:nth-child(2)]:w-80 xl:shrink! print:hidden">
      <PlaceSwitcher className="w-2/5 shrink-0 sm:w-34" />
      <SelectField
        label="Device"
        hideLabel
        value={device.deviceId}
        onChange={onDevice}
        options={devices.map((one) => ({ value: one.deviceId, label: selectorName(one.deviceName) }))}
        className="min-w-0 grow basis-0"
      />
    </span>
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
    <>
      <Skeleton className="mt-2 h-24 rounded-control sm:hidden" />
      <PanelSkeleton />
    </>
  )
}

function PanelSkeleton() {
  return <Skeleton className="mt-1 h-[max(60vh,28rem)] sm:mt-3.5 rounded-card" />
}
