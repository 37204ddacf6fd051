import type { Kysely } from 'kysely'
import { StoreUnavailable } from '../src/platform/db/errors.ts'
import type { Schema } from '../src/platform/db/schema.ts'

const unavailable = () => Promise.reject(new StoreUnavailable('The database is away.'))

/** A database that is unavailable to `select … where …`. */
export const UNAVAILABLE_DATABASE = {
  selectFrom: () => ({ select: () => ({ where: () => ({ execute: unavailable }) }) }),
} as unknown as Kysely<Schema>
