import type { Bus } from '../cluster/bus.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../log.ts'
import type { ReadingLog } from '../timeseries/reading-log.ts'
import { connectNats } from './connect.ts'
import { openJetStreamLog } from './jetstream-log.ts'
import { openNatsBus } from './nats-bus.ts'

/** The first part of all names on the servers of NATS. */
const NAME = 'greenhouse'
/** So many bytes of readings wait in the log, over all partitions, while nobody compacts them. */
const LOG_BYTES = 4 * 1024 * 1024 * 1024
const REPLICAS = 3

export interface Cluster {
  readonly bus: Bus
  readonly log: ReadingLog
}

/**
 * Connects this process to the others, as the configuration says; undefined where it runs alone.
 *
 * @throws NatsUnreachable, or StoreUnavailable when the streams can't be made
 */
export async function openCluster(
  { natsUrl, nodeId, partitions }: Pick<Config, 'natsUrl' | 'nodeId' | 'partitions'>,
  log: Log,
): Promise<Cluster | undefined> {
  if (natsUrl === null) return undefined
  const connection = await connectNats({ url: natsUrl, nodeId, log })
  // What the servers say, not how many addresses this process was given: one leads to all of them.
  const replicas = connection.info?.cluster === undefined ? 1 : REPLICAS
  const maxBytes = Math.floor(LOG_BYTES / partitions)
  const onLeftOut = (partition: number, after: number, count: number) =>
    log.warn({ event: 'log.rows-left-out', partition, after, count })
  const onMoreReplicas = (stream: string, found: number) =>
    log.warn({ event: 'log.more-replicas', stream, found, wanted: replicas })
  return {
    bus: openNatsBus({ connection, nodeId, name: NAME, log }),
    log: await openJetStreamLog({ connection, name: NAME, partitions, replicas, maxBytes, onLeftOut, onMoreReplicas }),
  }
}
