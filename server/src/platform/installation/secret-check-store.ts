import type { Db } from '../db/schema.ts'

const SEALED_EACH = 10

interface Sealed {
  readonly purpose: string
  readonly text: string
  readonly owner: string
}

/** Returns the check value of the database's secret; undefined before the first start. */
export async function findSecretCheck(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('installation').select('secret_check').where('id', '=', 1).executeTakeFirst()
  return row?.secret_check ?? undefined
}

export async function insertSecretCheck(db: Db, check: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ id: 1, secret_check: check, served_by: null })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ secret_check: check }).where('installation.secret_check', 'is', null),
    )
    .execute()
}

export async function replaceSecretCheck(db: Db, check: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ id: 1, secret_check: check, served_by: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ secret_check: check }))
    .execute()
}

export async function listSealed(db: Db): Promise<Sealed[]> {
  const targets = await db
    .selectFrom('channel')
    .select(['id as owner', 'sealed_target as text'])
    .orderBy('created_at', 'desc')
    .limit(SEALED_EACH)
    .execute()
  const passwords = await db
    .selectFrom('broker')
    .select(['id as owner', 'sealed_password as text'])
    .where('sealed_password', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(SEALED_EACH)
    .execute()
  const apps = await db
    .selectFrom('totp')
    .select(['user_id as owner', 'sealed_secret as text'])
    .orderBy('created_at', 'desc')
    .limit(SEALED_EACH)
    .execute()
  const of = (purpose: string, rows: ReadonlyArray<{ readonly owner: string; readonly text: string | null }>) =>
    rows.map(({ owner, text }) => ({ purpose, owner, text: text ?? '' }))
  return [...of('channels', targets), ...of('brokers', passwords), ...of('second factors', apps)]
}
