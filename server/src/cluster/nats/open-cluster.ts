import type { NatsConnection } from '@nats-io/transport-node'
import type { Kysely } from 'kysely'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Config } from '../../platform/config/config.ts'
import { noteLogMade, takeLogId } from '../../platform/db/moving/log-layout.ts'
import { findPositions } from '../../platform/db/moving/positions.ts'
import type { Schema } from '../../platform/db/schema.ts'
import type { Log } from '../../platform/log.ts'
import type { ReadingLog } from '@greenhouse/timeseries'
import { connectNats } from './connect.ts'
import { openJetStreamLog, type JetStreamLog } from './jetstream-log.ts'
import { LostLog, type Loss } from './lost-log.ts'
import { openNatsBus } from './nats-bus.ts'

/** All partitions together may hold this many bytes that are not compacted. */
const LOG_BYTES = 4 * 1024 * 1024 * 1024
const REPLICAS = 3

export interface Cluster {
  readonly bus: Bus
  readonly log: ReadingLog
  /** Resolves when the log is lost while this process runs, which must then end. */
  readonly lost?: Promise<LostLog>
}

type Settings = Pick<Config, 'nodeId' | 'partitions'> & { readonly natsUrl: string }

interface Parts {
  readonly db: Kysely<Schema>
  readonly log: Log
}

/** The log that belongs to a database, with what is lost of it. */
export interface LogOfDatabase {
  readonly connection: NatsConnection
  /** The first part of all names on the servers of NATS, with the id of the log. */
  readonly name: string
  readonly readings: JetStreamLog
  readonly losses: readonly Loss[]
  readonly lost: Promise<LostLog>
}

/**
 * Connects this process to the others.
 *
 * @throws NatsUnreachable; StoreUnavailable when the streams can't be made; LostLog when NATS does not have the log of this
 * database
 */
export async function openCluster(settings: Settings, parts: Parts): Promise<Required<Cluster>> {
  const { connection, name, readings, losses, lost } = await openLogOfDatabase(settings, parts)
  const { nodeId, partitions } = settings
  const [loss] = losses
  if (loss) {
    await connection.close()
    throw new LostLog(loss, partitions)
  }
  await noteLogMade(parts.db, partitions)
  return { bus: openNatsBus({ connection, nodeId, name, log: parts.log }), log: readings, lost }
}

/** Connects to NATS and opens the log of a database. Throws as `openCluster` does, but for a log that is lost. */
export async function openLogOfDatabase(
  { natsUrl, nodeId, partitions }: Settings,
  { db, log }: Parts,
): Promise<LogOfDatabase> {
  const connection = await connectNats({ url: natsUrl, nodeId, log })
  try {
    const { id, isMade } = await takeLogId(db)
    const name = `greenhouse-${id}`
    // The count that the servers report: one address leads to all of them.
    const replicas = connection.info?.cluster === undefined ? 1 : REPLICAS
    const lost = Promise.withResolvers<LostLog>()
    const readings = await openJetStreamLog({
      connection,
      name,
      partitions,
      replicas,
      isMade,
      maxBytes: Math.floor(LOG_BYTES / partitions),
      onLeftOut: (partition, after, count) => log.warn({ event: 'log.rows-left-out', partition, after, count }),
      onMoreReplicas: (stream, found) => log.warn({ event: 'log.more-replicas', stream, found, wanted: replicas }),
      onLost: (loss) => lost.resolve(new LostLog(loss, partitions)),
    })
    const losses = await readings.findLosses(await findPositions(db, partitions))
    return { connection, name, readings, losses, lost: lost.promise }
  } catch (error) {
    await connection.close()
    throw error
  }
}
