import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { openPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'
import { REASON } from '../../platform/mqtt/codes.ts'
import type { Connection } from '../../platform/mqtt/connection.ts'
import type { AdmittedClient } from '../../platform/mqtt/device-handler.ts'
import { listIntervals } from '../devices/device-store.ts'
import { DEVICE_TOPICS, preferencesMessage, preferencesTopic } from '../devices/device-topics.ts'
import { listAdmitted } from './device-connection-store.ts'
import { messageOf } from '../../platform/error-details.ts'

const CHECKED_EVERY_MS = 15_000
const BATCH = 500

/**
 * Ends the connections of removed devices and hubs and of replaced tokens, and sends changed intervals. Each change is
 * announced at once; this check covers lost messages between processes, and connections that opened after their token
 * was verified. A single process checks each connection once.
 */
export function openAdmittedConnections(
  { bus, connections, db, log }: Context,
  /** Whether messages of other processes may have been missed. */
  mayMissMessages: boolean,
): PeriodicJob {
  const checked = new WeakSet<Connection>()

  async function checkAll(): Promise<void> {
    const open = connections.openHere().filter((one) => mayMissMessages || !checked.has(one))
    for (let start = 0; start < open.length; start += BATCH) {
      const some = open.slice(start, start + BATCH)
      await check(db, some)
      for (const connection of some) checked.add(connection)
    }
  }

  const job = openPeriodicJob(checkAll, {
    everyMs: CHECKED_EVERY_MS,
    onError: (error) => log.warn({ event: 'device.connections-not-checked', reason: messageOf(error) }),
  })
  bus.onGap(() => void job.runNow())
  return job
}

interface Checked {
  readonly connection: Connection
  readonly client: AdmittedClient
  readonly sentCount: number
}

async function check(db: Db, connections: readonly Connection[]): Promise<void> {
  const open = connections.flatMap((connection): Checked[] => {
    const { client, sentCount } = connection
    return client ? [{ connection, client, sentCount }] : []
  })
  const admitted = await listAdmitted(db, [...new Set(open.map(({ client }) => client.id))])
  const hubs: Checked[] = []
  for (const one of open) {
    const { connection, client } = one
    const { tokenHash, interval } = admitted.get(client.id) ?? {}
    // Tokens are compared and not times: clocks of processes differ.
    if (tokenHash !== client.tokenHash) connection.end(REASON.administrativeAction)
    else if (!connection.mayMatchBelow(DEVICE_TOPICS)) continue
    else if (interval === undefined) hubs.push(one)
    else sendInterval(one, client.id, interval)
  }
  await sendToHubs(db, hubs)
}

/** Sends hubs the intervals of the devices that they subscribe to. */
async function sendToHubs(db: Db, hubs: readonly Checked[]): Promise<void> {
  const ofOwner = Map.groupBy(hubs, ({ client }) => client.ownerId)
  if (ofOwner.size === 0) return
  for (const { householdId, deviceId, interval } of await listIntervals(db, [...ofOwner.keys()]))
    for (const hub of ofOwner.get(householdId) ?? []) sendInterval(hub, deviceId, interval)
}

function sendInterval({ connection, sentCount }: Checked, deviceId: string, interval: number): void {
  connection.renew(preferencesTopic(deviceId), preferencesMessage(deviceId, interval), sentCount)
}
