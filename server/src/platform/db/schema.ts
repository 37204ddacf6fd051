import type { Tables as TimeSeriesTables } from '@greenhouse/timeseries'
import type { Kysely, Transaction } from 'kysely'
import type { AccountTables } from './tables/accounts.ts'
import type { AlertTables } from './tables/alerts.ts'
import type { DeviceTables } from './tables/devices.ts'
import type { HouseholdTables } from './tables/households.ts'
import type { PlantTables } from './tables/plants.ts'
import type { ServerTables } from './tables/server.ts'

/** The schema of both databases. Ids are text, instants integer milliseconds since 1970, flags 0 or 1. */
export interface Schema
  extends AccountTables, HouseholdTables, DeviceTables, PlantTables, AlertTables, ServerTables, TimeSeriesTables {}

/** The database or a transaction: the first argument of a store's functions. */
export type Db = Kysely<Schema> | Transaction<Schema>
export type Tx = Transaction<Schema>
