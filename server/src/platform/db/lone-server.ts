import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { openPeriodicJob } from '../jobs/periodic-job.ts'
import type { Log } from '../log.ts'
import { StoreUnavailable } from './errors.ts'
import type { Db } from './schema.ts'
import { UnusableDatabase } from './unusable-database.ts'

/** First key of the advisory lock; the second is a hash of the schema. */
const LOCK = 0x67_72_65_66
const HASH = "hashtext(coalesce(current_schema(), ''))"
/** Longer than PostgreSQL needs to end a dead connection, so that a killed server's lock is free by then. */
const WAIT_MS = 40_000
const TRIED_AGAIN_MS = 250
const CONFIRMED_EVERY_MS = 2000
const ANSWER_WITHIN_MS = 4000
/** How long an answer proves that the lock is held. PostgreSQL ends an unanswered connection after 25 s. */
const CONFIRMED_FOR_MS = 10_000
const SESSION = {
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  idle_session_timeout: '0',
}

/** Thrown when another single-process server uses the database: each would cache what the other changes. */
export class DatabaseInUse extends UnusableDatabase {
  override name = 'DatabaseInUse'

  constructor(holder: string | undefined) {
    super(
      `Another server of one process${holder === undefined ? '' : ` (${holder})`} uses this database. Stop it first, or give this one a database of its own; several processes on one database are a cluster, which needs NATS_URL.`,
    )
  }
}

export interface LoneServer {
  announce(db: Db): Promise<void>
  /** Resolves while no other server can have the database; otherwise throws StoreUnavailable. */
  confirm(): Promise<void>
  /** Resolves when another server has had the database: caches of this process are stale. */
  readonly taken: Promise<DatabaseInUse>
  close(): Promise<void>
}

interface Options {
  readonly name: string
  readonly log: Log
  readonly waitMs?: number
}

/**
 * Takes an advisory lock on a connection of its own for the life of this process, and again after a lost connection.
 * Waits for a server that is stopping.
 */
export async function becomeLoneServer(url: string, options: Options): Promise<LoneServer> {
  const { log, waitMs = WAIT_MS } = options
  const lock = new Lock(url, options)
  const until = performance.now() + waitMs
  for (let tries = 0; (await lock.take()) !== 'held'; tries++) {
    if (tries === 0) log.warn({ event: 'database.server-awaited', holder: lock.holder, seconds: waitMs / 1000 })
    if (performance.now() >= until) throw new DatabaseInUse(lock.holder)
    await wait(TRIED_AGAIN_MS)
  }
  return holdLock(lock, { log, waitMs })
}

function holdLock(lock: Lock, { log, waitMs }: { readonly log: Log; readonly waitMs: number }): LoneServer {
  const taken = Promise.withResolvers<DatabaseInUse>()
  const servedBy = randomUUID()
  let isAnnounced = false
  let isOver = false
  let refusedSince: number | undefined

  function end(): void {
    isOver = true
    taken.resolve(new DatabaseInUse(lock.holder))
  }

  async function check(): Promise<void> {
    if (isOver) return
    if (lock.isHeld) return lock.confirm()
    const result = await lock.take(isAnnounced ? servedBy : undefined)
    if (result === 'held') {
      refusedSince = undefined
      log.info({ event: 'database.lock-taken-again' })
      return
    }
    refusedSince ??= performance.now()
    if (result === 'superseded' || performance.now() - refusedSince >= waitMs) end()
  }

  const job = openPeriodicJob(check, {
    everyMs: () => (lock.isHeld ? CONFIRMED_EVERY_MS : TRIED_AGAIN_MS),
    onError: () => {},
  })
  job.start()
  return {
    taken: taken.promise,
    async announce(db) {
      await db
        .insertInto('installation')
        .values({ id: 1, secret_check: null, served_by: servedBy })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ served_by: servedBy }))
        .execute()
      isAnnounced = true
    },
    async confirm() {
      if (!isOver && !lock.isConfirmed) await job.runNow()
      if (isOver || !lock.isConfirmed) throw new StoreUnavailable('The lock of the database is lost.')
    },
    async close() {
      await job.close()
      await lock.close()
    },
  }
}

class Lock {
  readonly #url: string
  readonly #name: string
  readonly #log: Log
  #client: pg.Client | undefined
  #confirmedAt = -Infinity
  holder: string | undefined

  constructor(url: string, { name, log }: Options) {
    this.#url = url
    this.#name = name
    this.#log = log
  }

  get isHeld(): boolean {
    return this.#client !== undefined
  }

  get isConfirmed(): boolean {
    return this.isHeld && performance.now() - this.#confirmedAt < CONFIRMED_FOR_MS
  }

  /** Takes the lock if it is free, unless `servedBy` was superseded by a newer server. */
  async take(servedBy?: string): Promise<'held' | 'refused' | 'superseded'> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: this.#name,
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    })
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    try {
      await client.connect()
      const settings = Object.entries(SESSION).map(([name, value]) => `('${name}', '${value}')`)
      await client.query(`
        select set_config(name, value, false)
        from (values ${settings.join()}) as wanted (name, value) join pg_settings using (name)`)
      const asked = performance.now()
      const { rows } = await client.query(`select pg_try_advisory_lock(${LOCK}, ${HASH}) as free`)
      const isFree = rows[0].free === true
      if (isFree && (servedBy === undefined || (await findServedBy(client)) === servedBy)) {
        this.#confirmedAt = asked
        this.#client = client
        return 'held'
      }
      this.holder = isFree ? undefined : (await client.query(HOLDER)).rows[0]?.name
      endClient(client)
      return isFree ? 'superseded' : 'refused'
    } catch (error) {
      endClient(client)
      throw error
    }
  }

  async confirm(): Promise<void> {
    const client = this.#client
    const asked = performance.now()
    try {
      await client?.query('select 1')
      this.#confirmedAt = asked
    } catch {
      this.#lose(client)
    }
  }

  async close(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    await client?.end()
  }

  #lose(client: pg.Client | undefined): void {
    if (client === undefined || this.#client !== client) return
    this.#client = undefined
    this.#log.warn({ event: 'database.lock-lost' })
    endClient(client)
  }
}

async function findServedBy(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query('select served_by from installation where id = 1')
  return rows[0]?.served_by
}

const HOLDER = `
  select application_name as name
  from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and granted and objsubid = 2
    and classid = ${LOCK} and objid = (${HASH}::bigint & 4294967295)::oid
    and database = (select oid from pg_database where datname = current_database())`

/** Returns a pool that gives connections only while no other server can have the database. */
export function confirmedPool(pool: PostgresPool, lone: LoneServer): PostgresPool {
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect()
      try {
        await lone.confirm()
        return client
      } catch (error) {
        client.release()
        throw error
      }
    },
    end: () => pool.end(),
  }
}

function endClient(client: pg.Client): void {
  client.end().catch(() => {})
}
