import type { Device, Series } from '@greenhouse/contract'
import { useState } from 'react'
import { LiveBadge } from '../../shared/device/live-badge.tsx'
import { MetricValue } from '../../shared/metric/metric-value.tsx'
import { newestTimeOf, newestValuesOf } from '../../shared/series/newest-values.ts'
import { SpokenValues } from '../../shared/series/spoken-values.tsx'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { classes } from '../../lib/classes.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useLiveness } from '../../shared/liveness/use-liveness.ts'
import { Button } from '../../ui/button.tsx'

/** Two rows; others are folded. */
const SHOWN_MAX = 8

interface CurrentStatusProps {
  device: Device
  series: readonly Series[] | undefined
}

export function CurrentStatus({ device: { deviceId, waitTime }, series }: CurrentStatusProps) {
  const { celsius } = useSettings()
  const time = series ? newestTimeOf(series, deviceId) : null
  const state = useLiveness(time === null ? null : Date.parse(time), Number(waitTime))
  const values = newestValuesOf(series ?? [], deviceId)
  const [isOpen, setOpen] = useState(false)
  return (
    <section
      aria-labelledby="current-status"
      className="grid gap-3 rounded-card border border-line bg-surface p-4 sm:p-6"
    >
      <header
        className={classes(
          'flex flex-wrap items-center justify-between gap-x-4 gap-y-1',
          // Reserves the lines needed on a phone.
          series === undefined && 'max-sm:min-h-18 max-sm:content-start',
        )}
      >
        <h2 id="current-status" className="text-lg">
          Current status
        </h2>
        <p className="flex flex-wrap gap-x-4 text-sm text-ink-soft">
          {time !== null && <span>Last updated {formatDateTime(time)}</span>}
          <LiveBadge time={time} intervalSeconds={Number(waitTime)} />
        </p>
      </header>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {values.slice(0, isOpen ? undefined : SHOWN_MAX).map(({ key, newest, ...value }) => (
          <MetricValue
            key={key}
            {...value}
            value={newest?.value}
            celsius={celsius}
            old={state === 'silent'}
            size="medium"
          />
        ))}
      </div>
      {values.length > SHOWN_MAX && (
        <Button
          dense
          variant="ghost"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="justify-self-start"
        >
          {isOpen ? 'Show fewer' : `Show all ${values.length}`}
        </Button>
      )}
      {series && <SpokenValues series={values} celsius={celsius} />}
    </section>
  )
}
