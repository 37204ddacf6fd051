import type { CompiledQuery, Kysely, Transaction } from 'kysely'
import { StoreUnavailable } from '../src/platform/db/errors.ts'
import type { Schema } from '../src/platform/db/schema.ts'

const away = () => Promise.reject(new StoreUnavailable('The database is away.'))

/** A database that is away, for what selects rows from it by a condition. */
export const AWAY_DATABASE = {
  selectFrom: () => ({ select: () => ({ where: () => ({ execute: away }) }) }),
} as unknown as Kysely<Schema>

/** Thrown in place of what a transaction would have done. */
export class InjectedFault extends Error {}

/** Where the next transaction fails: before a statement, before its commit, or after it, when nobody learns of it. */
export type Fault = { readonly at: 'statement'; readonly number: number } | { readonly at: 'commit' | 'answer' }

/**
 * Returns a database for stores whose statements are texts. Each transaction asks whether it is to fail, and where.
 */
export function faultyDatabase(db: Kysely<Schema>, nextFault: () => Fault | undefined): Kysely<Schema> {
  async function execute<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T> {
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
      execute: <T>(use: (connection: Kysely<Schema>) => Promise<T>) =>
        db.connection().execute((connection) => use(faultyDatabase(connection, nextFault))),
    }),
  } as unknown as Kysely<Schema>
}

function failingAt(tx: Transaction<Schema>, number: number): Transaction<Schema> {
  let executed = 0
  return {
    getExecutor: () => tx.getExecutor(),
    async executeQuery(query: CompiledQuery) {
      if (++executed === number) throw new InjectedFault(`before statement ${number}`)
      return tx.executeQuery(query)
    },
  } as unknown as Transaction<Schema>
}
