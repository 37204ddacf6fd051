import { isMissing, boardMetrics, type NewestReading } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Radio } from 'lucide-react'
import { useState } from 'react'
import { withUnit } from '../../lib/format.ts'
import { showValue } from '../../lib/show-value.ts'
import { newestReadings } from './device-queries.ts'
import { LiveBadge } from './live-badge.tsx'
import { useLiveNewest } from './use-live-newest.ts'

/** Waits for the first reading of a device over the live connection and shows its values; of an older device, its state. */
export function FirstReading({ deviceId, celsius }: { deviceId: string; celsius: boolean }) {
  const { data } = useQuery(newestReadings)
  useLiveNewest([deviceId])
  const newest = data?.find((one) => one.deviceId === deviceId)
  const isWaiting = newest === undefined || newest.time === null
  const [hasWaited, setHasWaited] = useState(isWaiting)
  if (isWaiting && !hasWaited) setHasWaited(true)

  if (!hasWaited) return <LiveBadge time={newest?.time ?? null} intervalSeconds={Number(newest?.deviceWaitTime)} />
  const Icon = isWaiting ? Radio : CircleCheck
  return (
    <output className="flex min-h-11 items-center gap-2 text-sm text-ink-soft">
      <Icon aria-hidden className={isWaiting ? 'size-5 shrink-0' : 'size-5 shrink-0 text-ok'} />
      {isWaiting ? (
        'Waiting for the first reading…'
      ) : (
        <span>
          First reading received: <b className="font-semibold text-ink">{valuesOf(newest, celsius)}</b>
        </span>
      )}
    </output>
  )
}

function valuesOf(newest: NewestReading, celsius: boolean): string {
  const present = boardMetrics.filter((metric) => !isMissing(metric, newest[metric.id]))
  const values = present.map((metric) => {
    const { text, unit } = showValue(metric, newest[metric.id], celsius)
    return withUnit(text, unit)
  })
  return values.length === 0 ? 'N/A' : values.join(', ')
}
