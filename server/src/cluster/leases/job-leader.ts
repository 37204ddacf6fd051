import { messageOf } from '../../platform/error-details.ts'
import type { Log } from '../../platform/log.ts'
import { openPeriodicJob } from '../../platform/jobs/periodic-job.ts'
import { LeaseHolder } from './lease-holder.ts'
import type { LeaseStore } from './lease-store.ts'

const LEASE_MS = 15_000
const POLL_MS = 4000

export interface JobLeader {
  leads(): boolean
  /** Claims or extends the lease. */
  poll(): Promise<void>
  start(): void
  close(): Promise<void>
}

/** Elects the process that does a kind of work, such as backups, by a lease. */
export function openJobLeader(options: {
  readonly store: LeaseStore
  readonly nodeId: string
  readonly log: Log
  readonly name: string
  readonly clock?: () => number
}): JobLeader {
  const leases = new LeaseHolder({ ...options, ttlMs: LEASE_MS })
  const job = openPeriodicJob(
    async () => {
      leases.dropEnded()
      await leases.renew()
      await leases.claim([options.name])
    },
    {
      everyMs: POLL_MS,
      runsAtStart: true,
      onError: (error) => options.log.warn({ event: 'lease.not-renewed', reason: messageOf(error) }),
    },
  )
  return {
    leads: () => leases.isHeld(options.name),
    poll: () => job.runNow(),
    start: () => job.start(),
    async close() {
      await job.close()
      await leases.release(leases.names)
    },
  }
}
