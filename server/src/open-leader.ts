import type { Foundation } from './open-foundation.ts'
import { openJobLeader } from './platform/leases/job-leader.ts'
import { openLeaseStore } from './platform/leases/lease-store.ts'

export interface Leader {
  /** Whether this process does what one process of all does: backups, and the removal of what is old. */
  readonly leads: () => boolean
  /** Begins to be chosen. */
  start(): void
  close(): Promise<void>
}

/** A server that runs alone does everything. In a cluster one of the processes is chosen. */
export function openLeader({ context, isShared }: Pick<Foundation, 'context' | 'isShared'>): Leader {
  if (!isShared) return { leads: () => true, start: () => {}, close: async () => {} }
  const { config, db, log } = context
  const leader = openJobLeader({ store: openLeaseStore(db), nodeId: config.nodeId, log, name: 'job:upkeep' })
  return { leads: () => leader.leads, start: () => leader.start(), close: () => leader.close() }
}
