import type { CompiledQuery, DialectAdapter, QueryResult } from 'kysely'

/**
 * The port to SQL: as much of Kysely as the store uses, whatever other tables the schema has. It runs statements that are
 * written out (`statement.ts`), on SQLite and PostgreSQL.
 */
export interface Db {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>
  getExecutor(): { readonly adapter: DialectAdapter }
}

/** For functions that must be called inside a transaction. */
export interface Tx extends Db {
  readonly isTransaction: true
}

/** A database that begins transactions. */
export interface Database extends Db {
  transaction(): TransactionBuilder
  connection(): { execute<Result>(work: (connection: Database) => Promise<Result>): Promise<Result> }
}

interface TransactionBuilder {
  execute<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  setIsolationLevel(level: 'repeatable read'): TransactionBuilder
}

/** Runs a query without parameters. 64-bit integers may come as text. */
export type Query = (text: string) => Promise<ReadonlyArray<Record<string, unknown>>>
