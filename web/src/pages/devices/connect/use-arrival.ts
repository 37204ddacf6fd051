import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Device, Series } from '@greenhouse/contract'
import { deviceList } from '../../../shared/device/device-queries.ts'
import { useLiveSeries } from '../../../shared/series/live-series.ts'
import { newestTimeOf } from '../../../shared/series/newest-values.ts'
import { newestSeries } from '../../../shared/series/series-queries.ts'
import type { DraftDevice } from './draft.ts'

interface Arrival {
  /** Whether the device has ever sent a reading. */
  readonly hasSent: boolean
  /** As the server has it, with its series, once a reading has come since the wait began. */
  readonly received: { readonly device: Device; readonly series: readonly Series[] } | undefined
}

/** Waits for the next reading of a device; for the first one of a new device, whenever that came. */
export function useArrival(
  device: DraftDevice | undefined,
  { isOpen, isWaiting }: { isOpen: boolean; isWaiting: boolean },
): Arrival {
  const { data: devices } = useQuery(deviceList)
  const { data: series } = useQuery(newestSeries)
  const [before, setBefore] = useState<{ readonly deviceId: string; readonly time: string | null }>()
  const deviceId = device?.deviceId ?? ''
  // The page below may have too many devices to follow this one.
  useLiveSeries(isOpen && device ? [deviceId] : [])
  const time = series ? newestTimeOf(series, deviceId) : null
  const isOfOld = device !== undefined && !device.isNew && device.token !== undefined
  if (isWaiting && series && before?.deviceId !== deviceId) setBefore({ deviceId, time: isOfOld ? time : null })
  if (!isWaiting && before) setBefore(undefined)
  const known = devices?.find((one) => one.deviceId === deviceId)
  const isThere = isWaiting && before?.deviceId === deviceId && time !== null && time !== before.time
  return { hasSent: time !== null, received: isThere && known && series ? { device: known, series } : undefined }
}
