import { sql, type ColumnDefinitionBuilder, type Kysely, type RawBuilder } from 'kysely'
import type { Dialect } from '../../dialect.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export type AnyDatabase = Kysely<any>

/** The types of columns by their names in the two databases. */
export interface Types {
  /** 64 bits: instants, counts, positions, flags. */
  readonly number: 'integer' | 'bigint'
  /** A double. */
  readonly value: 'real' | 'double precision'
  readonly bytes: 'blob' | 'bytea'
  /** A number of 64 bits that the database chooses for a new row. */
  readonly serial: 'integer' | 'bigserial'
  /** Stores the rows of a SQLite table in the order of their key, without a second copy of it. */
  readonly keyed: RawBuilder<unknown>
  readonly sqlite: boolean
}

export function typesOf({ name }: Dialect): Types {
  return name === 'sqlite'
    ? { number: 'integer', value: 'real', bytes: 'blob', serial: 'integer', keyed: sql`without rowid`, sqlite: true }
    : {
        number: 'bigint',
        value: 'double precision',
        bytes: 'bytea',
        serial: 'bigserial',
        keyed: sql``,
        sqlite: false,
      }
}

type Column = ColumnDefinitionBuilder

export const required = (column: Column): Column => column.notNull()
export const key = (column: Column): Column => column.primaryKey()
export const unique = (column: Column): Column => column.notNull().unique()

export const zero = (column: Column): Column => column.notNull().defaultTo(0)
export const one = (column: Column): Column => column.notNull().defaultTo(1)
export const empty = (column: Column): Column => column.notNull().defaultTo('')

/** The row goes with the row that it refers to, such as `user.id`. */
export const goesWith =
  (target: string) =>
  (column: Column): Column =>
    column.references(target).onDelete('cascade')

/** The row refers to one other and goes with it. */
export const belongsTo =
  (target: string) =>
  (column: Column): Column =>
    goesWith(target)(column.notNull())

/** There is at most one row for the row that it refers to, and it goes with that. */
export const oneFor =
  (target: string) =>
  (column: Column): Column =>
    goesWith(target)(column.primaryKey())

/** The row outlives the row that it refers to. */
export const outlives =
  (target: string) =>
  (column: Column): Column =>
    column.references(target).onDelete('set null')
