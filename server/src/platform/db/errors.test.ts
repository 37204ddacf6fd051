import { sql, type RawBuilder } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { isOrphan, isUniqueViolation } from './errors.ts'

describe.each(databases)('an error of %s', (_name, open) => {
  test('tells a row whose owner is gone from one that exists', async () => {
    const { db } = await open()
    await sql`create table owner (id integer primary key)`.execute(db)
    await sql`create table owned (id integer primary key, owner_id integer not null references owner (id))`.execute(db)
    const kindOf = async (statement: RawBuilder<unknown>) => {
      const error: unknown = await statement.execute(db).catch((thrown: unknown) => thrown)
      return [isOrphan(error), isUniqueViolation(error)]
    }
    expect(await kindOf(sql`insert into owned values (1, 7)`)).toEqual([true, false])
    await sql`insert into owner values (7)`.execute(db)
    expect(await kindOf(sql`insert into owned values (1, 7)`)).toEqual([false, false])
    expect(await kindOf(sql`insert into owned values (1, 7)`)).toEqual([false, true])
  })
})
