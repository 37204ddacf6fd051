import type { CompiledQuery, DialectAdapter, QueryResult } from 'kysely'

/** The port to SQL: the part of Kysely that the package uses. */
export interface Db {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>
  getExecutor(): { readonly adapter: DialectAdapter }
}

/** Marks functions that must run inside a transaction. */
export interface Tx extends Db {
  readonly isTransaction: true
}

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
