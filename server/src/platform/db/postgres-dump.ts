import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { photoSizes } from '@greenhouse/contract'
import pg from 'pg'
import { hashOfPhoto, type PhotoBytes } from '../disk/photo-files.ts'
import { NO_PHOTOS, photosInPostgres, type PhotoSource } from './photo-contents.ts'
import type { Contents, CountValues } from './sqlite-copy.ts'
import { knownTables } from './known-tables.ts'
import { codeOf, messageOf } from '../error-details.ts'

const execute = promisify(execFile)

class PostgresToolFailed extends Error {}

/** Its rows are not dumped: the bytes of photos are files beside the backup. */
const PHOTO_BYTES = 'photo_data'

/** Returns the size of our tables in bytes, an upper bound of a dump. */
export async function sizeOfPostgres(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const dumped = (await tablesIn(client)).filter(({ name }) => name !== PHOTO_BYTES)
    const sizes = dumped.map(({ quoted }) => `pg_total_relation_size('${quoted}')`)
    const { rows } = await client.query(`select (${['0', ...sizes].join(' + ')})::text as bytes`)
    return Number(rows[0].bytes)
  })
}

interface Dumping<Kept> {
  readonly countValues: CountValues
  /** Stores the photos, whose bytes are not part of the dump. */
  readonly keepPhotos: (source: PhotoSource) => Promise<Kept>
}

interface Dumped<Kept> extends Contents {
  readonly schema: string
  readonly values: number
  readonly photos: Kept
}

export async function dumpPostgres<Kept>(
  url: string,
  file: string,
  { countValues, keepPhotos }: Dumping<Kept>,
): Promise<Dumped<Kept>> {
  return withClient(url, async (client) => {
    await checkTool('pg_dump', client)
    // The dump and the counts use one snapshot.
    await client.query('begin transaction isolation level repeatable read read only')
    const { rows } = await client.query<{ snapshot: string; schema: string }>(
      'select pg_export_snapshot() as snapshot, current_schema() as schema',
    )
    // The statement returns one row.
    const { snapshot, schema } = rows[0]!
    const tables = await tablesIn(client)
    const only = tables.map(({ quoted }) => `--table=${quoted}`)
    const how = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`, `--file=${file}`]
    const bytes = tables.find(({ name }) => name === PHOTO_BYTES)
    if (bytes) how.push(`--exclude-table-data=${bytes.quoted}`)
    await execute('pg_dump', [...how, ...only, `--dbname=${target(url)}`], { env: environment(url) }).catch(failed)
    const hasReadings = tables.some(({ name }) => name === 'device_mark')
    const values = hasReadings ? await countValues(async (text) => (await client.query(text)).rows) : 0
    const counts = await countsOf(
      client,
      tables.filter((table) => table !== bytes),
    )
    const photos = await keepPhotos(bytes ? photosInPostgres(client, schema) : NO_PHOTOS)
    return { schema, values, counts, photos, migrations: await migrationsOf(client, tables) }
  })
}

interface Restoring {
  readonly schema: string
  readonly counts: Record<string, number>
  readonly stamp: string
  /** All that the dump has rows of. */
  readonly photos: AsyncIterable<PhotoBytes>
}

/** Runs in one transaction. Returns the schema that the old tables were moved to; undefined when there were none. */
export async function restorePostgres(
  url: string,
  file: string,
  { schema, counts, stamp, photos }: Restoring,
): Promise<string | undefined> {
  return withClient(url, async (client) => {
    await checkTool('pg_restore', client)
    await checkTool('psql', client)
    const { rows } = await client.query('select current_schema() as schema')
    if (rows[0].schema !== schema)
      throw new PostgresToolFailed(
        `The backup is of the schema "${schema}", and DATABASE_URL leads to "${rows[0].schema}".`,
      )
    const old = await tablesIn(client)
    const kept = old.length === 0 ? undefined : `before_restore_${stamp.toLowerCase().replace(/\W/g, '')}`
    const aside = kept === undefined ? [] : [`create schema ${kept};`]
    for (const { quoted } of old) aside.push(`alter table ${quoted} set schema ${kept};`)
    await runScript(url, file, {
      before: aside.join('\n'),
      data: insertsOf(schema, photos),
      after: checkOf(schema, counts),
    })
    return kept
  })
}

interface Script {
  readonly before: string
  /** Statements after those of the dump. */
  readonly data: AsyncIterable<string>
  readonly after: string
}

async function runScript(url: string, file: string, { before, data, after }: Script): Promise<void> {
  const how = ['--no-psqlrc', '--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1', '--file=-']
  const psql = spawn('psql', [...how, `--dbname=${target(url)}`], { env: environment(url) })
  const restore = spawn('pg_restore', ['--no-owner', '--no-privileges', '--file=-', file])
  const [written, wrong] = [ended(psql), ended(restore)]
  psql.stdout.resume()
  psql.stdin.on('error', () => {})
  psql.stdin.write(`${before}\n`)
  try {
    await pipeline(restore.stdout, psql.stdin, { end: false })
    await wrong
    await pipeline(data, psql.stdin, { end: false })
    psql.stdin.end(`${after}\n`)
  } catch (error) {
    // psql would commit at the end of its input, so it is killed first.
    psql.kill('SIGKILL')
    restore.kill()
    const said = await written.then(
      () => error,
      (reason: unknown) => reason,
    )
    throw said instanceof PostgresToolFailed && said.message !== '' ? said : failure(error)
  }
  await written
}

/** Returns statements that store the bytes of photos. Equal photos have a row each. */
async function* insertsOf(schema: string, photos: AsyncIterable<PhotoBytes>): AsyncGenerator<string> {
  for await (const photo of photos) {
    const rows = photoSizes.map((size) => `('${size}', '\\x${Buffer.from(photo[size]).toString('hex')}'::bytea)`)
    yield `insert into "${schema}"."${PHOTO_BYTES}" (photo_id, size, data) select id, size, data
      from "${schema}"."photo", (values ${rows.join(', ')}) as stored (size, data) where sha256 = '${hashOfPhoto(photo)}';\n`
  }
}

async function ended(child: ChildProcess): Promise<void> {
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text))
  // `once` types arguments as any.
  const closed = once(child, 'close') as Promise<[number | null]>
  closed.catch(() => {})
  const [code] = await closed
  if (code !== 0) throw new PostgresToolFailed(errors.trim())
}

function checkOf(schema: string, counts: Record<string, number>): string {
  const checks = Object.entries(counts).map(
    ([table, count]) =>
      `if (select count(*) from "${schema}"."${table}") <> ${count} then raise exception 'The rows of ${table} are not all there'; end if;`,
  )
  return `do $check$ begin\n${checks.join('\n')}\n${withoutLogId(schema)}\nend $check$;`
}

/** Returns SQL that gives up the cluster's log, so that no start continues with it before its positions are reset. */
function withoutLogId(schema: string): string {
  const column = `table_schema = '${schema}' and table_name = 'log_layout' and column_name = 'log_id'`
  return `if exists (select from information_schema.columns where ${column}) then
    update "${schema}"."log_layout" set log_id = null, log_made_at = null;
  end if;`
}

interface Table {
  readonly name: string
  readonly quoted: string
}

async function tablesIn(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ schemaname: string; tablename: string }>(
    'select schemaname, tablename from pg_tables where schemaname = current_schema() and tablename = any($1) order by tablename',
    [await knownTables()],
  )
  return rows.map(({ schemaname, tablename }) => ({
    name: tablename,
    quoted: `"${schemaname}"."${tablename}"`,
  }))
}

async function countsOf(client: pg.Client, tables: readonly Table[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name, quoted } of tables) {
    const { rows } = await client.query(`select count(*)::text as n from ${quoted}`)
    counts[name] = Number(rows[0].n)
  }
  return counts
}

async function migrationsOf(client: pg.Client, tables: readonly Table[]): Promise<string[]> {
  const table = tables.find(({ name }) => name === 'kysely_migration')
  if (!table) return []
  const { rows } = await client.query<{ name: string }>(`select name from ${table.quoted} order by name`)
  return rows.map(({ name }) => name)
}

async function checkTool(tool: string, client: pg.Client): Promise<void> {
  const { rows } = await client.query("select current_setting('server_version_num')::int / 10000 as major")
  const needed = rows[0].major as number
  const said = await execute(tool, ['--version']).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
    throw new PostgresToolFailed(
      `${tool} is not installed. Install PostgreSQL's client tools, version ${needed} or newer (Debian: postgresql-client-${needed}).`,
    )
  })
  const found = Number(/\(PostgreSQL\) (\d+)/.exec(said.stdout)?.[1])
  if (found < needed)
    throw new PostgresToolFailed(
      `${tool} is of version ${found}, and the server of ${needed}. Install PostgreSQL's client tools, version ${needed} or newer.`,
    )
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Omits the password, which is passed in the environment: every user of the machine can read arguments. */
function target(url: string): string {
  const address = new URL(url)
  address.password = ''
  return address.href
}

function environment(url: string): NodeJS.ProcessEnv {
  const password = decodeURIComponent(new URL(url).password)
  return { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) }
}

function failed(error: unknown): never {
  throw failure(error)
}

function failure(error: unknown): PostgresToolFailed {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : undefined
  return new PostgresToolFailed((stderr ?? messageOf(error)).trim())
}
