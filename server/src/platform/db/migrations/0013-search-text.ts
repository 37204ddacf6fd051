import { searchTextOf, shownPlantCode } from '@greenhouse/contract'
import { pagesOf } from '../pages.ts'
import { empty, type AnyDatabase } from './0001-baseline/types.ts'

const PAGE = 1000

/** The columns of each table whose words are found. */
const SEARCHED = {
  plant: ['name', 'type', 'species', 'notes', 'code'],
  place: ['name'],
  device: ['name', 'description'],
} as const

/** Adds the text by which plants, places and devices are found. */
export async function up(db: AnyDatabase): Promise<void> {
  for (const [table, columns] of Object.entries(SEARCHED)) {
    await db.schema.alterTable(table).addColumn('search_text', 'text', empty).execute()
    await fill(db, table, columns)
  }
}

async function fill(db: AnyDatabase, table: string, columns: readonly string[]): Promise<void> {
  const pages = pagesOf<Record<string, string>>(PAGE, (last) =>
    db
      .selectFrom(table)
      .select(['id', ...columns])
      .where('id', '>', last?.['id'] ?? '')
      .orderBy('id')
      .limit(PAGE)
      .execute(),
  )
  for await (const { rows } of pages) {
    for (const { id, code, ...texts } of rows) {
      const codes = code === undefined ? [] : [code, shownPlantCode(code)]
      const search_text = searchTextOf([...Object.values(texts), ...codes])
      await db.updateTable(table).set({ search_text }).where('id', '=', id).execute()
    }
  }
}
