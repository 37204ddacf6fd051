import { sql, type ColumnDefinitionBuilder, type Kysely, type RawBuilder } from 'kysely'
import type { Dialect } from '../../dialect.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export type AnyDatabase = Kysely<any>

export interface Types {
  /** 64 bits: instants, counts, positions, flags. */
  readonly number: 'integer' | 'bigint'
  readonly value: 'real' | 'double precision'
  readonly bytes: 'blob' | 'bytea'
  /** A 64-bit number that the database assigns. */
  readonly serial: 'integer' | 'bigserial'
  /** Stores the rows of a SQLite table in key order, without a second copy. */
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

/** Deletes the row with the row that it refers to, such as `user.id`. */
export const goesWith =
  (target: string) =>
  (column: Column): Column =>
    column.references(target).onDelete('cascade')

/** Like `goesWith`, required. */
export const belongsTo =
  (target: string) =>
  (column: Column): Column =>
    goesWith(target)(column.notNull())

/** Like `belongsTo`, at most one row for each row referred to. */
export const oneFor =
  (target: string) =>
  (column: Column): Column =>
    goesWith(target)(column.primaryKey())

/** Keeps the row and sets the reference to null. */
export const outlives =
  (target: string) =>
  (column: Column): Column =>
    column.references(target).onDelete('set null')
