import type { Kysely } from 'kysely'
import { StoreUnavailable } from '../src/platform/db/errors.ts'
import type { Schema } from '../src/platform/db/schema.ts'

const away = () => Promise.reject(new StoreUnavailable('The database is away.'))

/** A database that is unavailable to `select … where …`. */
export const AWAY_DATABASE = {
  selectFrom: () => ({ select: () => ({ where: () => ({ execute: away }) }) }),
} as unknown as Kysely<Schema>
