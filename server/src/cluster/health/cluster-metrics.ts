import type { Role } from '../../platform/config/cluster-config.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { AwayWatch } from './away-watch.ts'
import type { Positions } from './positions.ts'

/** Publishes which process this is. Other metrics are joined with it by the instance that Prometheus adds. */
export function watchNode(
  metrics: Metrics,
  node: { readonly nodeId: string; readonly roles: ReadonlySet<Role>; readonly version: string },
): void {
  const labels = { node: node.nodeId, roles: [...node.roles].join(','), version: node.version }
  metrics.watchEach('node_info', 'Which process this is', Object.keys(labels), () => [{ labels, value: 1 }])
}

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

/** Publishes what was set aside of the log. */
export function watchDeadLetters(
  { watch }: Metrics,
  letters: { readonly kept: number; readonly added: number; readonly stopped: readonly number[] },
): void {
  watch('dead_letters', 'Messages of the log that were set aside and not removed', 'gauge', () => letters.kept)
  watch('dead_letters_total', 'Messages that this process has set aside', 'counter', () => letters.added)
  watch('partitions_stopped', 'Partitions of which too much would be set aside', 'gauge', () => letters.stopped.length)
}

/** Publishes whether what the process needs is there. */
export function watchNeeds(
  { watch }: Metrics,
  needs: {
    readonly bus: { readonly isConnected: boolean }
    readonly database: Pick<AwayWatch, 'seconds'>
    readonly log: Pick<AwayWatch, 'seconds'>
  },
): void {
  watch('bus_connected', '1 while messages reach the other processes', 'gauge', () => (needs.bus.isConnected ? 1 : 0))
  watch('database_away_seconds', 'For how long the database does not answer', 'gauge', () => needs.database.seconds)
  watch('log_away_seconds', 'For how long the log of readings does not answer', 'gauge', () => needs.log.seconds)
}
