import { boardMetrics, type NewestReading } from '@greenhouse/contract'
import { LiveBadge } from '../../features/devices/live-badge.tsx'
import { livenessOf } from '../../lib/liveness.ts'
import { MetricValue } from '../../features/devices/metric-value.tsx'
import { SpokenValues } from '../../features/devices/spoken-values.tsx'
import { useSettings } from '../../features/settings/settings-queries.ts'
import { formatDateTime } from '../../lib/format.ts'
import { classes } from '../../lib/classes.ts'
import { useNow } from '../../lib/use-now.ts'

export interface CurrentStatusProps {
  newest: NewestReading | undefined
  intervalSeconds: number
}

/** The newest values of the device and when they were measured. */
export function CurrentStatus({ newest, intervalSeconds }: CurrentStatusProps) {
  const { celsius } = useSettings()
  const now = useNow(10_000)
  const time = newest?.time ?? null
  const old = time !== null && livenessOf(now - Date.parse(time), intervalSeconds) === 'silent'
  return (
    <section
      aria-labelledby="current-status"
      className="grid gap-3 rounded-card border border-line bg-surface p-4 sm:p-6"
    >
      <header
        className={classes(
          'flex flex-wrap items-center justify-between gap-x-4 gap-y-1',
          // Room for the lines that will stand there on a phone.
          newest === undefined && 'max-sm:min-h-18 max-sm:content-start',
        )}
      >
        <h2 id="current-status" className="text-lg">
          Current status
        </h2>
        <p className="flex flex-wrap gap-x-4 text-sm text-ink-soft">
          {time !== null && <span>Last updated {formatDateTime(time)}</span>}
          <LiveBadge time={time} intervalSeconds={intervalSeconds} />
        </p>
      </header>
      <div className="grid grid-cols-2 gap-x-4 gap-y-4 sm:grid-cols-4">
        {boardMetrics.map((metric) => (
          <MetricValue
            key={metric.id}
            metric={metric}
            value={newest?.[metric.id]}
            celsius={celsius}
            old={old}
            size="medium"
          />
        ))}
      </div>
      {newest && <SpokenValues values={newest} celsius={celsius} />}
    </section>
  )
}
