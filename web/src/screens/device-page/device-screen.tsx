import type { Device, Series } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { DeviceDialogs, type Asked, type Edited } from '../device/device-dialogs.tsx'
import { deviceList } from '../../features/devices/device-queries.ts'
import { useLiveSeries } from '../../features/readings/live-series.ts'
import { newestSeries } from '../../features/readings/series-queries.ts'
import { useSettings } from '../../features/settings/settings-queries.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { buttonClass } from '../../ui/button.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AboutDevice } from './about-device.tsx'
import { CalibrationPanel } from './calibration-panel.tsx'
import { DeviceHead } from './device-head.tsx'
import { SeriesPanel } from './series-panel.tsx'

const NONE: readonly never[] = []

/** The page of one device: its series, their calibration, and what is known about the device itself. */
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

function DevicePage({ device, all }: { device: Device; all: readonly Series[] }) {
  const { deviceId } = device
  const { celsius } = useSettings()
  const [, navigate] = useLocation()
  const [edited, setEdited] = useState<Edited>()
  const [asked, setAsked] = useState<Asked>()
  const [calibrated, setCalibrated] = useState<string>()
  const own = useMemo(() => all.filter((one) => one.deviceId === deviceId), [all, deviceId])
  useLiveSeries([deviceId])

  function calibrate({ seriesId }: Series) {
    setCalibrated(seriesId)
    const panel = document.getElementById('calibration')
    panel?.scrollIntoView({ block: 'start' })
    panel?.focus({ preventScroll: true })
  }

  return (
    <>
      <DeviceHead device={device} series={own} onEdit={setEdited} onAsk={setAsked} />
      <div className="grid gap-6">
        <SeriesPanel {...{ device, celsius }} series={own} onCalibrate={calibrate} />
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <CalibrationPanel series={own} chosen={calibrated} choose={setCalibrated} celsius={celsius} />
          <AboutDevice device={device} onEdit={() => setEdited({ device, atInterval: false })} />
        </div>
      </div>
      <DeviceDialogs
        {...{ edited, setEdited, asked, setAsked, celsius }}
        onRemoved={() => navigate('/mydevice', { replace: true })}
      />
    </>
  )
}

function UnknownDevice() {
  return (
    <div className="m-auto grid justify-items-center gap-3 py-10 text-center">
      <h1 className="text-2xl">There is no such device</h1>
      <p className="max-w-prose text-balance text-ink-soft">It may have been removed, or belong to somebody else.</p>
      <Link to="/mydevice" className={`${buttonClass({ variant: 'leaf' })} mt-3`}>
        See your devices
      </Link>
    </div>
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
