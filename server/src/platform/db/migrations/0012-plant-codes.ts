import { newRandomCode } from '../random-code.ts'
import { pagesOf } from '../pages.ts'
import { empty, type AnyDatabase } from './0001-baseline/types.ts'

const PAGE = 1000

/** Gives each plant a code for its label, which is unique on the server. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('plant').addColumn('code', 'text', empty).execute()
  const taken = new Set<string>()
  const pages = pagesOf<{ id: string }>(PAGE, (last) =>
    db
      .selectFrom('plant')
      .select('id')
      .where('id', '>', last?.id ?? '')
      .orderBy('id')
      .limit(PAGE)
      .execute(),
  )
  for await (const { rows } of pages) {
    for (const { id } of rows)
      await db
        .updateTable('plant')
        .set({ code: codeBeside(taken) })
        .where('id', '=', id)
        .execute()
  }
  await db.schema.createIndex('plant_by_code').unique().on('plant').column('code').execute()
}

function codeBeside(taken: Set<string>): string {
  let code = newRandomCode()
  while (taken.has(code)) code = newRandomCode()
  taken.add(code)
  return code
}
