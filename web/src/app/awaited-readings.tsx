import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { toast } from '../ui/toast.ts'
import { useLiveSeries } from '../shared/series/live-series.ts'
import { newestTimeOf } from '../shared/series/newest-values.ts'
import { newestSeries } from '../shared/series/series-queries.ts'
import { useSettings } from '../shared/settings/settings-queries.ts'
import { stopAwaiting, type AwaitedDevice } from '../shared/device/awaited-devices.ts'
import { valuesOf } from '../shared/series/first-values.ts'

/** Shows a toast with the first reading of a device whose sheet was closed. */
export function AwaitedReadings({ devices }: { devices: readonly AwaitedDevice[] }) {
  const { data: series } = useQuery(newestSeries)
  const { celsius } = useSettings()
  const [, navigate] = useLocation()
  useLiveSeries(devices.map(({ deviceId }) => deviceId))
  useEffect(() => {
    for (const { deviceId, deviceName } of devices) {
      if (!series || newestTimeOf(series, deviceId) === null) continue
      stopAwaiting(deviceId)
      const action = { label: 'Show', onAct: () => navigate(`/mydevice/${deviceId}`) }
      toast.success(`First reading of ${deviceName}: ${valuesOf(series, deviceId, celsius)}`, {
        duration: 8000,
        action,
      })
    }
  }, [devices, series, celsius, navigate])
  return undefined
}
