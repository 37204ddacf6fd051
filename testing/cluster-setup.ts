import { startPostgres } from './postgres-server.ts'

/** Starts the PostgreSQL that all tests of a run share, before they run, and returns what ends it. */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env['TEST_DATABASE_URL'] !== undefined) return async () => {}
  const postgres = await startPostgres({ connections: 500 })
  process.env['TEST_DATABASE_URL'] = postgres.url
  return postgres.close
}
