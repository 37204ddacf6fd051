import type { Role } from '../config/cluster-config.ts'
import type { Metrics } from '../metrics.ts'

/** Prometheus joins other metrics with it by instance. */
export function watchNode(
  metrics: Metrics,
  node: { readonly nodeId: string; readonly roles: ReadonlySet<Role>; readonly version: string },
): void {
  const labels = { node: node.nodeId, roles: [...node.roles].join(','), version: node.version }
  metrics.watchEach('node_info', 'Which process this is', Object.keys(labels), () => [{ labels, value: 1 }])
}

/** Publishes the number of dead letters. */
export function watchDeadLetters(
  { watch }: Metrics,
  deadLetters: { readonly kept: number; readonly added: number; readonly stopped: readonly number[] },
): void {
  watch('dead_letters', 'Messages of the log that were set aside and not removed', 'gauge', () => deadLetters.kept)
  watch('dead_letters_total', 'Messages that this process has set aside', 'counter', () => deadLetters.added)
  watch(
    'partitions_stopped',
    'Partitions of which too much would be set aside',
    'gauge',
    () => deadLetters.stopped.length,
  )
}
