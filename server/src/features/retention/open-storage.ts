import { CLOCK_AHEAD_MAX_MS } from '@greenhouse/contract'
import { repairNewest } from '../readings/newest-repair-store.ts'
import { openClockWatch } from '../../platform/clock/clock-watch.ts'
import type { Context } from '../../platform/context.ts'
import { openDatabaseCheck, openDatabaseDisk } from '../../platform/db/configured-database.ts'
import type { OpenDatabase } from '../../platform/db/open.ts'
import { findHealth } from '../../platform/health/health-store.ts'
import { openRetention } from './retention.ts'

/** Opens the jobs that watch the stored data: its age, its disk, its pages, and the clock by which it is dated. */
export async function openStorage(context: Context, database: OpenDatabase) {
  const { config, db, log, now } = context
  const retention = openRetention(context)
  await retention.open()
  const disk = openDatabaseDisk(config, database, log)
  const isDamaged = () => database.isDamaged?.() ?? false
  const fileCheck = openDatabaseCheck(config, database, { log, now })
  const clock = openClockWatch(context, await findHealth(db))
  // A reading that was stored while the clock was ahead would stay the newest for years.
  if (!clock.isBehind()) await repairNewest(db, now() + CLOCK_AHEAD_MAX_MS)
  return { retention, disk, isDamaged, fileCheck, clock }
}
