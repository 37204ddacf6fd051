import type { Metrics } from '../../platform/metrics.ts'
import type { OutageWatch } from './outage-watch.ts'
import type { Positions } from './positions.ts'

/** Publishes how far this process is behind the end of each partition of the log. */
export function watchPositions(metrics: Metrics, positions: Pick<Positions, 'behind'>): void {
  const each = (of: 'rows' | 'seconds') => () =>
    positions
      .behind()
      .map((behind) => ({ labels: { partition: String(behind.partition), stage: behind.stage }, value: behind[of] }))
  const labels = ['partition', 'stage']
  metrics.watchEach('log_behind_rows', 'Rows of the log that are still to be read or evaluated', labels, each('rows'))
  metrics.watchEach('log_behind_seconds', 'How long a row has waited for it', labels, each('seconds'))
}

/** Publishes which partitions this process owns, and how often it lost one. */
export function watchPartitions(
  metrics: Metrics,
  source: {
    readonly owned: () => readonly number[]
    readonly lost: () => number
    readonly standing: () => number
  },
): void {
  metrics.watch(
    'partitions_owned',
    'Partitions of the log that this process owns',
    'gauge',
    () => source.owned().length,
  )
  metrics.watchEach('partition_owner', 'The partitions that this process owns', ['partition'], () =>
    source.owned().map((partition) => ({ labels: { partition: String(partition) }, value: 1 })),
  )
  metrics.watch('leases_lost_total', 'Leases that another process has got', 'counter', source.lost)
  metrics.watch(
    'partitions_standing_total',
    'Partitions that this process gave back because their rules were not evaluated',
    'counter',
    source.standing,
  )
}

/** Publishes whether what the process needs is there. */
export function watchNeeds(
  { watch }: Metrics,
  needs: {
    readonly bus: { readonly isConnected: boolean }
    readonly database: Pick<OutageWatch, 'seconds'>
    readonly log: Pick<OutageWatch, 'seconds'>
  },
): void {
  watch('bus_connected', '1 while messages reach the other processes', 'gauge', () => (needs.bus.isConnected ? 1 : 0))
  watch(
    'database_unavailable_seconds',
    'For how long the database does not answer',
    'gauge',
    () => needs.database.seconds,
  )
  watch('log_unavailable_seconds', 'For how long the log of readings does not answer', 'gauge', () => needs.log.seconds)
}
