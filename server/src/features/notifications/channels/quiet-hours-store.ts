import type { QuietHours } from '@greenhouse/contract'
import type { Db } from '../../../platform/db/schema.ts'

export async function findQuietHours(db: Db, userId: string): Promise<QuietHours | null> {
  const row = await db.selectFrom('quiet_hours').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return row ? { from: row.starts, to: row.ends, timeZone: row.time_zone } : null
}

export async function storeQuietHours(db: Db, userId: string, hours: QuietHours | null): Promise<void> {
  if (!hours) {
    await db.deleteFrom('quiet_hours').where('user_id', '=', userId).execute()
    return
  }
  const columns = { starts: hours.from, ends: hours.to, time_zone: hours.timeZone }
  await db
    .insertInto('quiet_hours')
    .values({ user_id: userId, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute()
}
