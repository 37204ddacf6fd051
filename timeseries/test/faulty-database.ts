import type { CompiledQuery } from 'kysely'
import type { Database, Tx } from '../src/base/database.ts'

/** Thrown in place of what a transaction would have done. */
export class InjectedFault extends Error {}

/** Where the next transaction fails: before a statement, before its commit, or after it, when nobody learns of it. */
export type Fault = { readonly at: 'statement'; readonly number: number } | { readonly at: 'commit' | 'answer' }

/**
 * Returns a database for stores whose statements are texts. Each transaction asks whether it is to fail, and where.
 */
export function faultyDatabase(db: Database, nextFault: () => Fault | undefined): Database {
  async function execute<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const fault = nextFault()
    const result = await db.transaction().execute(async (tx) => {
      const done = await work(fault?.at === 'statement' ? failingAt(tx, fault.number) : tx)
      if (fault?.at === 'commit') throw new InjectedFault('before the commit')
      return done
    })
    if (fault?.at === 'answer') throw new InjectedFault('after the commit')
    return result
  }
  return {
    getExecutor: () => db.getExecutor(),
    executeQuery: (query: CompiledQuery) => db.executeQuery(query),
    transaction: () => ({ execute }),
    connection: () => ({
      execute: <T>(use: (connection: Database) => Promise<T>) =>
        db.connection().execute((connection) => use(faultyDatabase(connection, nextFault))),
    }),
  } as unknown as Database
}

function failingAt(tx: Tx, number: number): Tx {
  let executed = 0
  return {
    getExecutor: () => tx.getExecutor(),
    async executeQuery(query: CompiledQuery) {
      if (++executed === number) throw new InjectedFault(`before statement ${number}`)
      return tx.executeQuery(query)
    },
  } as unknown as Tx
}
