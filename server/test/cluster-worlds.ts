import { ROLES, type Role } from '../src/platform/config/cluster-config.ts'
import { openDatabaseLog, type ReadingLog } from '@greenhouse/timeseries'
import { BusNetwork } from './bus-network.ts'
import { openTestSqlite } from './databases.ts'
import { createWorld } from './world.ts'

export const PARTITIONS = 4
const SECRET = 'what the keys of all processes are derived from'

/** Opens the nodes of a cluster in one process, on one SQLite database that also holds their log. */
export async function openClusterWorlds() {
  const network = new BusNetwork()
  const database = { ...(await openTestSqlite()), close: async () => {} }
  const { db } = database
  const log = openDatabaseLog(db)
  let count = 0
  return {
    db,
    log,
    network,
    /** Opens a node. It owns partitions after `app.ownership.start()`. */
    open(roles: readonly Role[] = ROLES, itsLog: ReadingLog = log, itsDb = db) {
      const nodeId = `node-${++count}`
      const config = {
        roles: new Set(roles),
        nodeId,
        natsUrl: 'nats://not-used',
        partitions: PARTITIONS,
        secret: SECRET,
      }
      return createWorld(config, { ...database, db: itsDb }, undefined, {
        cluster: { bus: network.join(nodeId), log: itsLog },
      })
    },
  }
}
