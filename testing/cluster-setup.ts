import { startPostgres } from './postgres-server.ts'

/** Starts one PostgreSQL for all tests of a run, and returns its stop. */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env['TEST_DATABASE_URL'] !== undefined) return async () => {}
  const postgres = await startPostgres({ connections: 500 })
  process.env['TEST_DATABASE_URL'] = postgres.url
  return postgres.close
}
