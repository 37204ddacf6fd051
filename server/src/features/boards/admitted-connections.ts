import type { Context } from '../../platform/context.ts'
import { openPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'
import { REASON } from '../../platform/mqtt/codes.ts'
import type { Connection } from '../../platform/mqtt/connection.ts'
import { listAdmitted } from './device-connection-store.ts'

const CHECKED_EVERY_MS = 15_000
/** Clients in one query. */
const BATCH = 500

/**
 * Ends the connections of devices and hubs that were removed, or whose token was replaced. Whoever does so ends the open
 * ones at once, here and with the other processes. This is for messages between processes that were lost, and for
 * connections that were not open yet, but whose token had been verified: a process that is alone checks each once.
 */
export function openAdmittedConnections({ bus, config, connections, db, log }: Context): PeriodicJob {
  const checked = new WeakSet<Connection>()

  async function endOthers(): Promise<void> {
    const open = connections.openHere().filter((one) => config.natsUrl !== null || !checked.has(one))
    for (let start = 0; start < open.length; start += BATCH) await check(open.slice(start, start + BATCH))
  }

  /** Compares tokens and not times: clocks of processes differ. */
  async function check(some: readonly Connection[]): Promise<void> {
    const ids = new Set(some.flatMap(({ client }) => client?.id ?? []))
    const admitted = await listAdmitted(db, [...ids])
    for (const connection of some) {
      const { client } = connection
      if (client && admitted.get(client.id) !== client.tokenHash) connection.end(REASON.administrativeAction)
      checked.add(connection)
    }
  }

  const job = openPeriodicJob(endOthers, {
    everyMs: CHECKED_EVERY_MS,
    onError: (error) => log.warn({ event: 'device.connections-not-checked', reason: (error as Error).message }),
  })
  bus.onGap(() => void job.runNow())
  return job
}
