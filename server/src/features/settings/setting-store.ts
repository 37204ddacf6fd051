import { defaultSettings, type Settings } from '@greenhouse/contract'
import type { Db, SettingTable } from '../../platform/db/schema.ts'

type Column = Exclude<keyof SettingTable, 'user_id'>

/** The column of each setting. */
const COLUMNS: Readonly<Record<keyof Settings, Column>> = {
  celsius: 'celsius',
  darkTheme: 'dark_theme',
  confirmDialog: 'confirm_dialog',
  secretMode: 'secret_mode',
  browserFormat: 'browser_format',
  twelveHours: 'twelve_hours',
}
const NAMES = Object.keys(COLUMNS) as ReadonlyArray<keyof Settings>

/** The user's settings; the defaults until something was set. */
export async function findSettings(db: Db, userId: string): Promise<Settings> {
  const row = await db.selectFrom('setting').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (!row) return defaultSettings
  return Object.fromEntries(NAMES.map((name) => [name, row[COLUMNS[name]] === 1])) as Record<keyof Settings, boolean>
}

export async function updateSetting(db: Db, userId: string, name: keyof Settings, value: boolean): Promise<void> {
  await db
    .insertInto('setting')
    .values({ user_id: userId, ...toColumns({ ...defaultSettings, [name]: value }) })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ [COLUMNS[name]]: Number(value) }))
    .execute()
}

function toColumns(settings: Settings): Record<Column, number> {
  return Object.fromEntries(NAMES.map((name) => [COLUMNS[name], Number(settings[name])])) as Record<Column, number>
}
