import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { createAccounts } from './0001-baseline/accounts.ts'
import { createAlerts } from './0001-baseline/alerts.ts'
import { createDevices } from './0001-baseline/devices.ts'
import { createPlants } from './0001-baseline/plants.ts'
import { createServer } from './0001-baseline/server.ts'
import { createTimeSeries } from './0001-baseline/time-series.ts'
import { typesOf } from './0001-baseline/types.ts'

/** Creates the tables of version 0.2.0. */
// oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
export async function up(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const types = typesOf(dialect)
  await createAccounts(db, types)
  await createDevices(db, types)
  await createPlants(db, types)
  await createAlerts(db, types)
  await createTimeSeries(db, types)
  await createServer(db, types)
}
