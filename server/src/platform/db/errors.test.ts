import { sql, type RawBuilder } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../test/databases.ts'
import { isOrphan, isUnavailable, isUniqueViolation } from './errors.ts'

describe.each(databases)('an error of %s', (_name, open) => {
  test('distinguishes a row without an owner from one that exists', async () => {
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

test.each([
  ['a machine that is switched off', 'EHOSTUNREACH'],
  ['a network that is down', 'ENETUNREACH'],
  ['a name that can’t be looked up now', 'EAI_AGAIN'],
  ['a server that is shutting down', '57P01'],
  ['a server that may only be read', '25006'],
])('counts %s as an unavailable store', (_what, code) => {
  expect(isUnavailable(Object.assign(new Error(code), { code }))).toBe(true)
})

test('counts a violated constraint as a fault, not as an unavailable store', () => {
  expect(isUnavailable(Object.assign(new Error('a check'), { code: '23514' }))).toBe(false)
})
