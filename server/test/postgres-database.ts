import pg from 'pg'
import { onTestFinished } from 'vitest'

/** The address of a PostgreSQL that tests may create databases on; undefined when there is none. */
export const POSTGRES = process.env['TEST_DATABASE_URL']

let made = 0

/**
 * Creates an empty database that is removed when the test ends, and returns its address. A schema would not do: migrations
 * list the tables of all schemas, and that fails while another test removes one.
 */
export async function emptyPostgres(): Promise<string> {
  if (POSTGRES === undefined) throw new Error('TEST_DATABASE_URL names no PostgreSQL')
  const name = `test_${process.pid}_${++made}_${Math.random().toString(36).slice(2, 8)}`
  await queryPostgres(POSTGRES, `create database ${name}`)
  onTestFinished(async () => void (await queryPostgres(POSTGRES ?? '', `drop database ${name} with (force)`)))
  const url = new URL(POSTGRES)
  url.pathname = `/${name}`
  return url.href
}

export async function queryPostgres(databaseUrl: string, text: string): Promise<Array<Record<string, string>>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(text).finally(() => client.end())
  return rows as Array<Record<string, string>>
}
