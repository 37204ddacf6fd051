import { expect, onTestFinished, test } from 'vitest'
import { RetryingKysely } from './retrying.ts'
import { NodeSqliteDialect, openSqlite } from './sqlite.ts'

const undone = () => Object.assign(new Error('could not serialize access'), { code: '40001' })

function openRetrying() {
  const db = new RetryingKysely<object>({ dialect: new NodeSqliteDialect(openSqlite(':memory:')) })
  onTestFinished(() => db.destroy())
  return db
}

test.each([
  ['an ordinary', (db: RetryingKysely<object>) => db.transaction()],
  ['a serializable', (db: RetryingKysely<object>) => db.transaction().setIsolationLevel('serializable')],
])('retries %s transaction that met another', async (_name, begin) => {
  let tries = 0
  const work = async () => {
    if (++tries === 1) throw undone()
    return 'done'
  }
  expect([await begin(openRetrying()).execute(work), tries]).toEqual(['done', 2])
})

test('does not retry a transaction that fails for another reason', async () => {
  let tries = 0
  const work = async () => {
    tries++
    throw new Error('a rule was broken')
  }
  await expect(openRetrying().transaction().execute(work)).rejects.toThrow('a rule was broken')
  expect(tries).toBe(1)
})
