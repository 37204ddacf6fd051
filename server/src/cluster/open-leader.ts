import type { Context } from '../platform/context.ts'
import { openJobLeader } from './leases/job-leader.ts'
import { openLeaseStore } from './leases/lease-store.ts'

export interface Leader {
  /** Whether this process does what one process of all does: backups, and the removal of what is old. */
  readonly leads: () => boolean
  /** Begins to be chosen. */
  start(): void
  close(): Promise<void>
}

/** A server that runs alone does everything. In a cluster one of the processes is chosen. */
export function openLeader({
  context,
  isShared,
}: {
  readonly context: Pick<Context, 'config' | 'db' | 'log'>
  readonly isShared: boolean
}): Leader {
  if (!isShared) return { leads: () => true, start: () => {}, close: async () => {} }
  const { config, db, log } = context
  const leader = openJobLeader({ store: openLeaseStore(db), nodeId: config.nodeId, log, name: 'job:upkeep' })
  return { leads: () => leader.leads, start: () => leader.start(), close: () => leader.close() }
}
