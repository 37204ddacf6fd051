import { isMissing, type Device, type Series } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Radio } from 'lucide-react'
import { useState } from 'react'
import { deviceList } from './device-queries.ts'
import { LiveBadge } from './live-badge.tsx'
import { useLiveSeries } from '../series/live-series.ts'
import { newestTimeOf, newestValuesOf } from '../series/newest-values.ts'
import { newestSeries } from '../series/series-queries.ts'
import { withUnit } from '../../lib/format.ts'
import { showValue } from '../metric/show-value.ts'

/** Waits for the first reading and shows its values; for a device with readings, shows its state. */
export function FirstReading({ deviceId, celsius }: { deviceId: Device['deviceId']; celsius: boolean }) {
  const { data: devices } = useQuery(deviceList)
  const { data: series = [] } = useQuery(newestSeries)
  useLiveSeries([deviceId])
  const time = newestTimeOf(series, deviceId)
  const [hasWaited, setHasWaited] = useState(time === null)
  if (time === null && !hasWaited) setHasWaited(true)

  const device = devices?.find((one) => one.deviceId === deviceId)
  if (!hasWaited) return <LiveBadge time={time} intervalSeconds={Number(device?.waitTime)} />
  const Icon = time === null ? Radio : CircleCheck
  return (
    <output className="flex min-h-11 items-center gap-2 text-sm text-ink-soft">
      <Icon aria-hidden className={time === null ? 'size-5 shrink-0' : 'size-5 shrink-0 text-ok'} />
      {time === null ? (
        'Waiting for the first reading…'
      ) : (
        <span>
          First reading received: <b className="font-semibold text-ink">{valuesOf(series, deviceId, celsius)}</b>
        </span>
      )}
    </output>
  )
}

function valuesOf(series: readonly Series[], deviceId: string, celsius: boolean): string {
  const values = newestValuesOf(series, deviceId).flatMap(({ metric, newest }) => {
    // Computed values did not come from the board.
    if (metric.isDerived === true || isMissing(metric, newest?.value)) return []
    const { text, unit } = showValue(metric, newest?.value, celsius)
    return [withUnit(text, unit)]
  })
  return values.length === 0 ? 'N/A' : values.join(', ')
}
