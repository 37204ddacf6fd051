import { defaultSettings, type SettingName, type Settings } from '@greenhouse/contract'
import type { Db, Schema } from '../../platform/db/schema.ts'

type Column = Exclude<keyof Schema['setting'], 'user_id' | 'locale'>

const COLUMNS: Readonly<Record<SettingName, Column>> = {
  celsius: 'celsius',
  darkTheme: 'dark_theme',
  confirmDialog: 'confirm_dialog',
  secretMode: 'secret_mode',
  browserFormat: 'browser_format',
  twelveHours: 'twelve_hours',
}
// Object.keys and Object.fromEntries lose the names of keys.
const NAMES = Object.keys(COLUMNS) as ReadonlyArray<SettingName>

export async function findSettings(db: Db, userId: string): Promise<Settings> {
  const row = await db.selectFrom('setting').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (!row) return defaultSettings
  const booleans = Object.fromEntries(NAMES.map((name) => [name, row[COLUMNS[name]] === 1])) as Record<
    SettingName,
    boolean
  >
  return { ...booleans, locale: row.locale }
}

export async function updateSetting(
  db: Db,
  userId: string,
  name: SettingName,
  { value, locale }: { readonly value: boolean; readonly locale?: string | undefined },
): Promise<void> {
  const changed = { [COLUMNS[name]]: Number(value), ...(locale === undefined ? {} : { locale }) }
  await db
    .insertInto('setting')
    .values({ user_id: userId, ...toColumns(defaultSettings), ...changed })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changed))
    .execute()
}

function toColumns(settings: Settings): Record<Column, number> {
  return Object.fromEntries(NAMES.map((name) => [COLUMNS[name], Number(settings[name])])) as Record<Column, number>
}
