import type { Settings } from '@greenhouse/contract'
import type { Db } from '../../platform/db/schema.ts'

const defaults: Settings = { celsius: true, darkTheme: false, confirmDialog: false, secretMode: false }

/** The user's settings; the defaults until something was set. */
export async function findSettings(db: Db, userId: string): Promise<Settings> {
  const row = await db.selectFrom('setting').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (!row) return defaults
  return {
    celsius: row.celsius === 1,
    darkTheme: row.dark_theme === 1,
    confirmDialog: row.confirm_dialog === 1,
    secretMode: row.secret_mode === 1,
  }
}

export async function updateSetting(db: Db, userId: string, name: keyof Settings, value: boolean): Promise<void> {
  const changed = toColumns({ [name]: value })
  await db
    .insertInto('setting')
    .values({ user_id: userId, celsius: 1, dark_theme: 0, confirm_dialog: 0, secret_mode: 0, ...changed })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changed))
    .execute()
}

function toColumns({ celsius, darkTheme, confirmDialog, secretMode }: Partial<Settings>) {
  return {
    ...(celsius === undefined ? {} : { celsius: Number(celsius) }),
    ...(darkTheme === undefined ? {} : { dark_theme: Number(darkTheme) }),
    ...(confirmDialog === undefined ? {} : { confirm_dialog: Number(confirmDialog) }),
    ...(secretMode === undefined ? {} : { secret_mode: Number(secretMode) }),
  }
}
