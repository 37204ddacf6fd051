import type { Context } from '../../platform/context.ts'
import { openPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'
import { listAdmitted } from './device-connection-store.ts'

const CHECKED_EVERY_MS = 15_000
/** Clients in one query. */
const BATCH = 500

/**
 * Ends the connections of devices and hubs that were removed, or whose token was replaced after they had connected. The
 * process that does so says it to the others at once; this is for messages that were lost. A process that is alone ends
 * the connections itself, and checks nothing.
 */
export function openAdmittedConnections({ bus, config, connections, db, log }: Context): PeriodicJob {
  async function endOthers(): Promise<void> {
    const open = connections.openHere()
    for (let start = 0; start < open.length; start += BATCH) {
      const some = open.slice(start, start + BATCH)
      const ids = some.map(({ id }) => id)
      const admitted = await listAdmitted(db, ids)
      for (const { id, since } of some) {
        const goodFrom = admitted.get(id)
        if (goodFrom === undefined) connections.endOpenedBefore(id, Infinity)
        else if (goodFrom !== null && since < goodFrom) connections.endOpenedBefore(id, goodFrom)
      }
    }
  }

  const job = openPeriodicJob(endOthers, {
    everyMs: CHECKED_EVERY_MS,
    isDue: () => config.natsUrl !== null,
    onError: (error) => log.warn({ event: 'device.connections-not-checked', reason: (error as Error).message }),
  })
  bus.onGap(() => void job.runNow())
  return job
}
