import { takeDataFolder } from './platform/backup/take-data-folder.ts'
import { ROLES } from './platform/config/cluster-config.ts'
import type { Config } from './platform/config/config.ts'
import { openDatabase } from './platform/db/configured-database.ts'
import { MoveRefused } from './platform/db/moving/copy.ts'
import { findLogLayout, storeLogLayout, type LogLayout } from './platform/db/moving/log-layout.ts'
import { findEvaluated, resetPositions, whySetAside } from './platform/db/moving/positions.ts'
import type { Log } from './platform/log.ts'
import { openLeaseStore } from './platform/leases/lease-store.ts'
import { CUT_OFF } from './platform/leases/nodes.ts'
import { openCluster, type Cluster } from './platform/nats/open-cluster.ts'
import { openDatabaseLog } from './platform/timeseries/database-log-store.ts'
import { openTimeSeries } from './platform/timeseries/timeseries.ts'

export const SPREAD_HELP = `Has the log of readings begin anew in so many partitions. All processes must be stopped.

  npm run admin -- spread-log 16     for a cluster with NATS_URL
  npm run admin -- spread-log 1      for one process without NATS_URL; give it here, to read what is in NATS

What is in the log now is moved to where readings are kept for good.`

const PARTITIONS_MOST = 256
const SEEN_WITHIN_MS = 10_000

/**
 * Moves all that is in the log of readings to chunks, and has its positions begin anew for another number of partitions.
 *
 * @throws MoveRefused, with nothing lost, when rules were not evaluated on all of it
 */
export async function spreadLog(text: string, config: Config, log: Log): Promise<string[]> {
  const partitions = Number(text)
  if (!Number.isInteger(partitions) || partitions < 1 || partitions > PARTITIONS_MOST) throw new Error(SPREAD_HELP)
  if (config.natsUrl === null && partitions > 1)
    throw new MoveRefused('A log of several partitions is kept by NATS: give NATS_URL, too.')
  const release = takeDataFolder(config.dataDir, log)
  const { db, close } = await openDatabase(config, log).catch((error: unknown) => {
    release()
    throw error
  })
  let cluster: Cluster | undefined
  try {
    const store = openLeaseStore(db)
    const living = await Promise.all([...ROLES, CUT_OFF].map((role) => store.listNodes(role, SEEN_WITHIN_MS)))
    const nodes = [...new Set(living.flat())]
    if (nodes.length > 0)
      throw new MoveRefused(`These processes are still running: ${nodes.join(', ')}. Stop them first.`)
    const setAside = await whySetAside(db)
    if (setAside !== undefined) throw new MoveRefused(setAside)
    const before = await findLogLayout(db)
    // Back from a cluster NATS_URL is given as well: the readings that came last are there.
    const after: LogLayout = { engine: partitions > 1 ? 'jetstream' : 'database', partitions }
    if (before.engine === 'jetstream' && config.natsUrl === null)
      throw new MoveRefused('The readings that came last are kept by NATS: give NATS_URL, too.')
    cluster =
      before.engine === 'jetstream' ? await openCluster({ ...config, partitions: before.partitions }, log) : undefined
    const readings = cluster?.log ?? openDatabaseLog(db)
    const evaluated = await findEvaluated(db)
    const heads = await Promise.all(
      Array.from({ length: before.partitions }, (_, partition) => readings.head(partition)),
    )
    if (heads.some((head, partition) => head > (evaluated.get(partition) ?? 0)))
      throw new MoveRefused(
        'Rules were not evaluated on the newest readings. Start the server once more, and stop it with Ctrl+C.',
      )
    const onError = (error: unknown) => log.error({ event: 'readings.compaction-failed', err: error })
    const timeSeries = await openTimeSeries({
      db,
      log: readings,
      partitions: before.partitions,
      now: Date.now,
      onError,
    })
    await timeSeries.compact()
    await timeSeries.close()
    for (const [partition, head] of heads.entries()) await readings.purge(partition, head)
    await db.transaction().execute(async (tx) => {
      await resetPositions(tx)
      await storeLogLayout(tx, after)
    })
    return [`The log of readings has ${partitions === 1 ? 'one partition' : `${partitions} partitions`} from now on.`]
  } finally {
    await cluster?.bus.close()
    await close()
    release()
  }
}
