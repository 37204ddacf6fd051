import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { atEnd } from '../../testing/at-end.ts'
import { openPostgresDatabase } from '../src/platform/db/open.ts'
import { openLog } from '../src/platform/log.ts'

/** The address of a PostgreSQL that tests may create databases on; undefined when there is none. */
export const POSTGRES = process.env['TEST_DATABASE_URL']

/** A template with all tables, copied because that is quicker than migrating each database. */
let model: Promise<string> | undefined

/** Creates a database with all tables and no rows that is removed when the test ends, and returns its address. */
export async function migratedPostgres(): Promise<string> {
  model ??= makeModel()
  return createdFrom(await model)
}

async function makeModel(): Promise<string> {
  const name = newName('model')
  await queryPostgres(serverUrl(), `create database ${name}`)
  const { close } = await openPostgresDatabase(urlOf(name), openLog('silent'))
  await close()
  return name
}

/**
 * Creates an empty database that is removed when the test ends, and returns its address. A schema would not do: migrations
 * list the tables of all schemas, and that fails while another test removes one.
 */
export function emptyPostgres(): Promise<string> {
  return createdFrom('template1')
}

async function createdFrom(template: string): Promise<string> {
  const name = newName('test')
  await queryPostgres(serverUrl(), `create database ${name} template ${template}`)
  atEnd(async () => void (await queryPostgres(serverUrl(), `drop database ${name} with (force)`)))
  return urlOf(name)
}

const newName = (kind: string) => `${kind}_${randomUUID().replaceAll('-', '')}`

function serverUrl(): string {
  if (POSTGRES === undefined) throw new Error('TEST_DATABASE_URL names no PostgreSQL')
  return POSTGRES
}

function urlOf(name: string): string {
  const url = new URL(serverUrl())
  url.pathname = `/${name}`
  return url.href
}

export async function queryPostgres(databaseUrl: string, text: string): Promise<Array<Record<string, string>>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(text).finally(() => client.end())
  return rows as Array<Record<string, string>>
}
