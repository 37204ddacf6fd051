import type { Dialect } from '../dialect.ts'
import { belongsTo, key, required, typesOf, unique, type AnyDatabase } from './0001-baseline/types.ts'

/** Adds invitations to a household, which are deleted with the person who made them. */
export async function up(db: AnyDatabase, dialect: Dialect): Promise<void> {
  const { number } = typesOf(dialect)
  await db.schema
    .createTable('invitation')
    .addColumn('id', 'text', key)
    .addColumn('household_id', 'text', belongsTo('household.id'))
    .addColumn('role', 'text', required)
    .addColumn('token_hash', 'text', unique)
    .addColumn('email', 'text')
    .addColumn('created_by', 'text', belongsTo('user.id'))
    .addColumn('created_at', number, required)
    .addColumn('expires_at', number, required)
    .addColumn('used_at', number)
    .execute()
  await db.schema.createIndex('invitation_by_household').on('invitation').column('household_id').execute()
  await db.schema.createIndex('invitation_by_maker').on('invitation').column('created_by').execute()
}
