import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Bus } from '../platform/bus/bus.ts'
import type { Config } from '../platform/config/config.ts'
import { hasTable } from '../platform/db/has-table.ts'
import { findLogLayout } from '../platform/db/moving/log-layout.ts'
import { findEvaluated } from '../platform/db/moving/positions.ts'
import { connectPostgres } from '../platform/db/open.ts'
import type { Db, Schema } from '../platform/db/schema.ts'
import { openLeaseStore } from './leases/lease-store.ts'
import { LIVES_FOR_MS } from './leases/nodes.ts'
import { openLog } from '../platform/log.ts'
import type { Cluster } from './nats/open-cluster.ts'
import { findCompacted, type ReadingLog, type TimeSeries } from '@greenhouse/timeseries'

const BEGIN = 'log.compact'
const CHECKED_EVERY_MS = 500
/** How long a backup waits for a worker: another one may be taking over. */
const WORKER_WITHIN_MS = 12_000
/** A full log of a million devices takes some minutes. */
const COMPACTED_WITHIN_MS = 15 * 60_000

/** Thrown when the newest readings can't be brought into the database, so that a backup would lack them. */
class LogNotCompacted extends Error {}

export interface ClusterLog {
  readonly db: Db
  readonly bus: Pick<Bus, 'publish'>
  readonly readings: Pick<ReadingLog, 'head'>
  readonly partitions: number
  /** Begins to compact the partitions of this process, which the bus does not ask. */
  readonly beginHere?: TimeSeries['beginCompaction']
  readonly workerWithinMs?: number
}

/** Compacts the partitions of this process when another one asks for it. */
export async function answerCompaction(
  bus: Bus,
  timeSeries: Pick<TimeSeries, 'beginCompaction'>,
  onError: (error: unknown) => void,
): Promise<void> {
  await bus.subscribe(BEGIN, (heads) => void timeSeries.beginCompaction(heads as number[]).catch(onError))
}

/**
 * Has the workers of a cluster move all that is in the log by now to chunks. Resolves when it is in the database, and rules
 * are evaluated on it. Throws LogNotCompacted, or what the log throws when it can't be reached.
 */
export async function compactLog(
  { db, bus, readings, partitions, beginHere, workerWithinMs = WORKER_WITHIN_MS }: ClusterLog,
  signal?: AbortSignal,
): Promise<void> {
  // Before the heads, which workers may pass from then on.
  const known = await findPositions(db, partitions)
  const heads: number[] = []
  for (let partition = 0; partition < partitions; partition++) heads.push(await readings.head(partition))
  if (heads.some((head, partition) => head < Math.max(...known[partition]!)))
    throw new LogNotCompacted(
      'NATS has fewer readings than the database knows of: NATS_URL leads to another one, or it has lost some.',
    )
  const store = openLeaseStore(db)
  const startedAt = performance.now()
  let workedAt = startedAt
  while (true) {
    const positions = await findPositions(db, partitions)
    const behind = heads.filter((head, partition) => head > Math.min(...positions[partition]!)).length
    if (behind === 0) return
    const now = performance.now()
    if ((await store.listNodes('worker', LIVES_FOR_MS)).length > 0) workedAt = now
    if (now - workedAt > workerWithinMs)
      throw new LogNotCompacted('The newest readings are in NATS, and no worker runs that could store them. Start one.')
    if (now - startedAt > COMPACTED_WITHIN_MS)
      throw new LogNotCompacted(
        `The workers have not stored the newest readings of ${behind} of ${partitions} partitions in ${COMPACTED_WITHIN_MS / 60_000} minutes.`,
      )
    bus.publish(BEGIN, heads)
    await beginHere?.(heads)
    await pause(CHECKED_EVERY_MS, undefined, { signal })
  }
}

/** Returns up to where each partition is compacted, and up to where rules were evaluated. */
async function findPositions(db: Db, partitions: number): Promise<ReadonlyArray<readonly [number, number]>> {
  const compacted = await findCompacted(db)
  const evaluated = await findEvaluated(db)
  return Array.from({ length: partitions }, (_, partition) => [compacted(partition), evaluated.get(partition) ?? 0])
}

/** Brings the newest readings of a cluster, which are in NATS, into its database. Does nothing for a server of one process. */
export async function storeNewest(config: Config): Promise<void> {
  const { databaseUrl } = config
  if (databaseUrl === null) return
  const { db, close } = await connectPostgres(databaseUrl, 'greenhouse-backup')
  try {
    if (!(await hasTable(db, 'log_layout'))) return
    const { engine, partitions } = await findLogLayout(db)
    if (engine === 'jetstream') await storeFromNats(db, { ...config, partitions })
  } finally {
    await close()
  }
}

async function storeFromNats(db: Kysely<Schema>, config: Config): Promise<void> {
  const { natsUrl } = config
  let cluster: Cluster | undefined
  try {
    if (natsUrl === null)
      throw new LogNotCompacted('The newest readings of the cluster are in NATS: give NATS_URL, too.')
    const { openCluster } = await import('./nats/open-cluster.ts')
    cluster = await openCluster({ ...config, natsUrl }, { db, log: openLog('error') })
    await compactLog({ db, bus: cluster.bus, readings: cluster.log, partitions: config.partitions })
  } catch (error) {
    const message = (error as Error).message.replace(/\.$/, '')
    throw new Error(
      `${message}. Nothing was backed up. With --without-newest the backup lacks readings that only NATS has.`,
      { cause: error },
    )
  } finally {
    await cluster?.bus.close()
  }
}
