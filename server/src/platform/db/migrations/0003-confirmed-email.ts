import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { typesOf } from './0001-baseline/types.ts'

/** Addresses of existing accounts count as unconfirmed. */
// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
  await db.schema.alterTable('user').addColumn('email_confirmed_at', typesOf(dialect).number).execute()
}
