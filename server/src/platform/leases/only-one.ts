import type { PeriodicJob } from '../jobs/periodic-job.ts'
import { openJobLeader, type JobLeader } from './job-leader.ts'
import type { LeaseStore } from './lease-store.ts'
import type { Log } from '../log.ts'

/** A job that one process of the cluster does, and whether it is this one. */
export type OnlyOne = PeriodicJob & Pick<JobLeader, 'leads'>

interface Options {
  readonly store: LeaseStore
  readonly nodeId: string
  readonly log: Log
  readonly clock?: () => number
}

/**
 * Lets a job run in one of the processes at a time. The job asks `leads()` before each thing that must not be done twice: a
 * process that slept in the middle has ceased to lead by its own clock. `runNow` looks first who leads.
 *
 * @param name of the lease, without `job:`
 * @param make makes the job from what it asks
 */
export function onlyOne(options: Options, name: string, make: (leads: () => boolean) => PeriodicJob): OnlyOne {
  const leader = openJobLeader({ ...options, name: `job:${name}` })
  const job = make(() => leader.leads)
  return {
    get leads() {
      return leader.leads
    },
    async runNow() {
      await leader.look()
      if (leader.leads) await job.runNow()
    },
    start() {
      leader.start()
      job.start()
    },
    async close() {
      await job.close()
      await leader.close()
    },
  }
}
