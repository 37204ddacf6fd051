import type { ClockWatch } from '../../platform/clock/clock-watch.ts'
import type { Context } from '../../platform/context.ts'
import { openDatabaseCheck, openDatabaseDisk } from '../../platform/db/configured-database.ts'
import type { OpenDatabase } from '../../platform/db/open.ts'
import { storeDamaged, storeFull, type ProblemError } from '../../platform/problem.ts'
import { openRetention, type RetentionOptions } from './retention.ts'

export async function openStorage(
  context: Context,
  { clock, database, ...options }: RetentionOptions & { readonly clock: ClockWatch; readonly database: OpenDatabase },
) {
  const { config, log, now, timeSeries } = context
  const retention = openRetention(context, options)
  await retention.open()
  // Deletions take room in the log of readings until its compaction, which may be hours later.
  const disk = openDatabaseDisk(config, database, { log, reclaim: () => timeSeries.compact() })
  const isDamaged = () => database.isDamaged?.() ?? false
  const fileCheck = openDatabaseCheck(config, database, { log, now })
  function unable(): ProblemError | undefined {
    if (isDamaged()) return storeDamaged()
    return disk?.isFull ? storeFull() : undefined
  }
  return { retention, disk, isDamaged, unable, fileCheck, clock }
}
