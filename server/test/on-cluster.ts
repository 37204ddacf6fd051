import { atEnd } from '../../testing/at-end.ts'
import { ON_CLUSTER } from '../../testing/on-cluster.ts'
import type { Outside } from '../src/open-foundation.ts'
import type { Config } from '../src/platform/config/config.ts'
import { openPostgresDatabase, type OpenDatabase } from '../src/platform/db/open.ts'
import { openLog } from '../src/platform/log.ts'
import { openNatsBus } from '../src/cluster/nats/nats-bus.ts'
import { natsConnection, natsLog, natsUrl } from './nats.ts'
import { migratedPostgres } from './postgres-database.ts'

/** Each world is one process with all roles, on PostgreSQL and with the log in JetStream. */
export { ON_CLUSTER }

const PARTITIONS = 4
const SECRET = 'what the keys of all processes are derived from'
const log = openLog('silent')

/** The settings that a reopened world reuses, by its database or its folder. */
interface Stores {
  readonly name: string
  readonly databaseUrl: string
}
const known = new Map<unknown, Stores>()
let made = 0

/** Returns the cluster settings of a world; undefined for one on SQLite or with its own bus. */
export async function clusterParts(
  { dataDir, natsUrl: given }: Partial<Config>,
  database: OpenDatabase | undefined,
  { bus, cluster }: Pick<Outside, 'bus' | 'cluster'>,
): Promise<{ config: Partial<Config>; outside: Required<Pick<Outside, 'cluster' | 'database'>> } | undefined> {
  if (!ON_CLUSTER || bus || cluster || given !== undefined || database?.dialect === 'sqlite') return undefined
  const key = database?.db ?? dataDir ?? Symbol('nothing is made again')
  const stores = known.get(key) ?? {
    name: `world-${process.pid}-${++made}`,
    databaseUrl: database ? 'postgres://of-the-test' : await migratedPostgres(),
  }
  known.set(key, stores)
  const { name, databaseUrl } = stores
  // Two worlds on one database are two processes.
  const nodeId = `node-${++made}`
  const connection = await natsConnection(nodeId)
  atEnd(() => connection.close())
  const opened = database ?? (await openPostgresDatabase(databaseUrl, log))
  return {
    config: { databaseUrl, natsUrl: await natsUrl(), partitions: PARTITIONS, secret: SECRET, nodeId },
    outside: {
      cluster: {
        bus: openNatsBus({ connection, nodeId, name, log }),
        log: await natsLog(name, PARTITIONS),
      },
      database: opened,
    },
  }
}
