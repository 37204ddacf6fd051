import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startNats } from '../../../../testing/nats-server.ts'
import { PATIENT } from '../../../../testing/test-run.ts'
import { databases } from '../../../test/databases.ts'
import { NATS, natsConnection, natsUrl } from '../../../test/nats.ts'
import { isUnavailable } from '../../platform/db/errors.ts'
import { storeLogLayout, takeLogId } from '../../platform/db/moving/log-layout.ts'
import type { OpenDatabase } from '../../platform/db/open.ts'
import { openLog } from '../../platform/log.ts'
import { LostLog } from './lost-log.ts'
import { openCluster } from './open-cluster.ts'

const PARTITIONS = 2
const ROW = Buffer.from('row')
const log = openLog('silent')

interface Opened extends OpenDatabase {
  readonly nats: string
}

async function join({ db, nats }: Pick<Opened, 'db' | 'nats'>) {
  const joined = await openCluster({ natsUrl: nats, nodeId: 'a', partitions: PARTITIONS }, { db, log })
  onTestFinished(() => joined.bus.close())
  return joined
}

async function streamsAt(nats: string): Promise<JetStreamManager['streams']> {
  const connection = await natsConnection('operator', nats)
  onTestFinished(() => connection.close())
  return (await jetstreamManager(connection)).streams
}

const refusalOf = (joining: Promise<unknown>) => joining.then(() => undefined).catch((error: unknown) => error)

describe.runIf(NATS).each(databases)('the log of a database on %s', (_name, open) => {
  async function openDatabase(): Promise<Opened> {
    const database = await open()
    await storeLogLayout(database.db, { engine: 'jetstream', partitions: PARTITIONS })
    const nats = await natsUrl()
    onTestFinished(async () => {
      const streams = await streamsAt(nats)
      for (const name of await namesOf(database).catch(() => [])) await streams.delete(name).catch(() => {})
    })
    return { ...database, nats }
  }

  async function namesOf({ db }: Pick<Opened, 'db'>): Promise<string[]> {
    const { id } = await takeLogId(db)
    return Array.from({ length: PARTITIONS }, (_, partition) => `greenhouse-${id}-readings-${partition}`)
  }

  test('opens one log for processes that start together, with its id in the streams', async () => {
    const database = await openDatabase()
    const [one, other] = await Promise.all([join(database), join(database), join(database)])
    expect(await one.log.append(0, ROW, 0)).toBe(1)
    expect(await other.log.head(0)).toBe(1)
    const streams = await streamsAt(database.nats)
    const { id, isMade } = await takeLogId(database.db)
    expect(isMade).toBe(true)
    for (const name of await namesOf(database))
      expect((await streams.info(name)).config.metadata).toMatchObject({ 'greenhouse-log': `greenhouse-${id}` })
  })

  test('has rules evaluated from its first row on, also when that came before the first worker', async () => {
    const database = await openDatabase()
    await join(database)
    const positions = await database.db.selectFrom('alert_position').selectAll().orderBy('partition').execute()
    expect(positions).toEqual([
      { partition: 0, seq: 0 },
      { partition: 1, seq: 0 },
    ])
  })

  test('gets its missing streams until all were there once', async () => {
    const database = await openDatabase()
    await join(database)
    await database.db.updateTable('log_layout').set({ log_made_at: null }).execute()
    const [stream = ''] = await namesOf(database)
    await (await streamsAt(database.nats)).delete(stream)
    const { log: readings } = await join(database)
    expect(await readings.head(0)).toBe(0)
  })

  test('refuses a log with a missing stream, and names the way out', async () => {
    const database = await openDatabase()
    await join(database)
    const [, stream = ''] = await namesOf(database)
    const streams = await streamsAt(database.nats)
    await streams.delete(stream)
    const refusal = await refusalOf(join(database))
    expect(refusal).toBeInstanceOf(LostLog)
    expect((refusal as Error).message).toBe(
      `NATS does not have the log of readings that the database belongs to (its stream ${stream} is missing): correct NATS_URL, or, when the log is lost for good, stop all processes and run: npm run admin -- spread-log 2 --log-is-lost`,
    )
    await expect(streams.info(stream)).rejects.toThrow('stream not found')
  })

  test('refuses a stream of the same name of another log, and leaves it unchanged', async () => {
    const database = await openDatabase()
    await join(database)
    const [stream = ''] = await namesOf(database)
    const streams = await streamsAt(database.nats)
    await streams.delete(stream)
    await streams.add({ name: stream, subjects: [stream], max_bytes: 7000 })
    await expect(join(database)).rejects.toThrow(`the stream ${stream} belongs to another log`)
    expect((await streams.info(stream)).config.max_bytes).toBe(7000)
  })

  test.each([
    ['compaction', sql`insert into compaction (partition, upto_seq, epoch) values (1, 3, 0)`],
    ['evaluation', sql`update alert_position set seq = 3 where partition = 1`],
    [
      'chunks',
      sql`insert into device_mark (device_key, upto_seq, part_seq, part_at, newest, n, bytes) values (5, 3, 0, 0, ${Buffer.of(1)}, 0, 0)`,
    ],
    [
      'a part of chunks',
      sql`insert into device_mark (device_key, upto_seq, part_seq, part_at, newest, n, bytes) values (5, 0, 3, 0, ${Buffer.of(1)}, 0, 0)`,
    ],
    ['a removal', sql`insert into erasing (device_key, slot, upto_seq, done_before) values (5, 0, 3, 0)`],
  ])('refuses a log that ends before a position of %s, and not at it', async (_what, statement) => {
    const database = await openDatabase()
    const { log: readings } = await join(database)
    await readings.append(1, ROW, 0)
    await readings.append(1, ROW, 1)
    await statement.execute(database.db)
    await expect(join(database)).rejects.toThrow('-readings-1 ends at row 2, and row 3 was read before')
    await readings.append(1, ROW, 2)
    await join(database)
  })

  test('refuses a database of an earlier version, whose log has no id', async () => {
    const database = await openDatabase()
    await database.db.insertInto('alert_position').values({ partition: 0, seq: 9 }).execute()
    await expect(join(database)).rejects.toThrow('spread-log 2 --log-is-lost')
  })

  test('finds a deleted stream while running, and appends nothing more', async () => {
    const database = await openDatabase()
    const { log: readings, lost } = await join(database)
    await readings.append(0, ROW, 0)
    const [stream = ''] = await namesOf(database)
    await (await streamsAt(database.nats)).delete(stream)
    expect(await refusalOf(readings.append(0, ROW, 1))).toSatisfy(isUnavailable)
    expect(await refusalOf(readings.head(0))).toSatisfy(isUnavailable)
    expect((await lost).message).toContain(`its stream ${stream} is missing`)
  })

  test('finds a stream with fewer rows than appended while running', async () => {
    const database = await openDatabase()
    const { log: readings, lost } = await join(database)
    for (let head = 0; head < 3; head++) await readings.append(0, ROW, head)
    const [stream = ''] = await namesOf(database)
    const streams = await streamsAt(database.nats)
    const { config } = await streams.info(stream)
    await streams.delete(stream)
    await streams.add(config)
    expect(await readings.append(0, ROW, 3)).toBe('conflict')
    await readings.head(0)
    expect((await lost).message).toContain(`${stream} ends at row 0, and row 3 was read before`)
  })

  test('finds a lost log after a reconnect to NATS without its files, also while PostgreSQL is unavailable', async () => {
    const database = await openDatabase()
    const nats = await startNats(1)
    onTestFinished(() => nats.close())
    const { log: readings, lost } = await join({ ...database, nats: nats.url })
    await readings.append(0, ROW, 0)
    const [server] = nats.servers
    await server!.kill()
    await database.close()
    server!.empty()
    await server!.start()
    const found = vi.fn<(error: LostLog) => void>()
    void lost.then(found)
    // As the health of a process does it.
    const check = () => refusalOf(readings.head(0))
    await vi.waitFor(
      async () => expect([await check(), found.mock.calls.length]).toEqual([expect.any(Error), 1]),
      PATIENT,
    )
    expect(await refusalOf(readings.append(0, ROW, 1))).toSatisfy(isUnavailable)
  })

  test('has nothing of another database on the same NATS, neither rows nor messages', async () => {
    const [a, b] = [await join(await openDatabase()), await join(await openDatabase())]
    const heard: unknown[] = []
    await a.bus.subscribe('session-ended', (message) => heard.push(message))
    await a.bus.answer('who', async () => 'a')
    await b.log.append(0, ROW, 0)
    b.bus.publish('session-ended', 'of b')
    expect(await b.bus.request('who', 1)).toBeUndefined()
    expect(await a.log.head(0)).toBe(0)
    expect(await a.log.append(0, ROW, 0)).toBe(1)
    expect(heard).toEqual([])
  })
})
