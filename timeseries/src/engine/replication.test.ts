import { describe, expect, test } from 'vitest'
import { databases } from '../../../server/test/databases.ts'
import { TINY } from '../../test/series-history.ts'
import { entry } from '../../test/two-series.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../base/database.ts'
import type { Tables } from '../base/tables.ts'
import { openDatabaseLog } from '../stores/database-log-store.ts'
import { openEngine, type Engine } from './engine.ts'
import { dropCompacted, refreshErasures } from './replica.ts'
import { findCompacted } from '../stores/marker-store.ts'
import type { ReadingLog } from '../stores/reading-log.ts'
import { Outcome, type Entry } from '../base/types.ts'

/** An owner and a replica that read the log only when a test asks for it. */
async function openPair(db: Parameters<typeof openEngine>[0]['db'], faulty = (log: ReadingLog) => log) {
  const onError = (error: unknown) => {
    throw error
  }
  const options = {
    db,
    log: faulty(openDatabaseLog(db)),
    now: () => 0,
    onError,
    shared: {},
    limits: { ...TINY, devices: 100 },
  }
  const owner = await openEngine({ ...options, role: 'owner' })
  return { owner, replica: await openEngine({ ...options, role: 'replica' }) }
}

const readLog = (engine: Engine) => engine.parts.serial.run(() => engine.parts.replication.readLog())
const newestOf = async (engine: Engine, deviceKey: number) =>
  (await engine.parts.states.loadOne(deviceKey)).newest().map(({ at }) => at / 1000)
const outcomesOf = async (engine: Engine, ...entries: Entry[]) => [...(await engine.append(entries)).outcomes]

async function poll(db: Database, engine: Engine): Promise<void> {
  const compacted = (await findCompacted(db))(0)
  await engine.parts.serial.run(async () => dropCompacted(engine.parts, compacted))
}

/** Appends some seconds, a row each, and moves all to chunks. */
async function fill(owner: Engine, from: number, to: number): Promise<void> {
  for (let second = from; second <= to; second++) await owner.append([entry(1, second)])
  await owner.compact()
}

/** Opens a pair whose replica has seen three seconds, and has missed three more that are in chunks since. */
async function openPairWithGap({ db }: { db: Kysely<Tables> }) {
  const pair = await openPair(db)
  await fill(pair.owner, 1, 3)
  await readLog(pair.replica)
  expect(await newestOf(pair.replica, 1)).toEqual([3])
  await fill(pair.owner, 4, 6)
  return pair
}

describe.each(databases)('a replica on %s', (_name, open) => {
  test('a replica knows the values in chunks when all rows that it missed were purged', async () => {
    const { replica } = await openPairWithGap(await open())
    expect(await outcomesOf(replica, entry(1, 5), entry(1, 7))).toEqual([Outcome.DUPLICATE, Outcome.NEWEST])
    expect(await newestOf(replica, 1)).toEqual([7])
    expect(replica.parts.lastSeq()).toBe(7)
  })

  test('a replica knows the values in chunks when some of the rows that it missed were purged', async () => {
    const { owner, replica } = await openPairWithGap(await open())
    await owner.append([entry(2, 1)])
    await readLog(replica)
    expect(replica.parts.lastSeq()).toBe(7)
    expect(await newestOf(replica, 1)).toEqual([6])
  })

  test('a replica waits for rows that one server of the log has and another one lacks', async () => {
    const { db } = await open()
    const { owner, replica } = await openPair(db, (log) => ({
      ...log,
      // The head is asked of one server, and the rows of another one that is behind.
      async *follow(partition, after, atLeast = 0) {
        for await (const row of log.follow(partition, after)) if (row.seq <= Math.max(1, atLeast)) yield row
      },
    }))
    for (let second = 1; second <= 3; second++) await owner.append([entry(1, second)])
    await readLog(replica)
    expect(replica.parts.memtable.valuesOf(1)).toBe(owner.parts.memtable.valuesOf(1))
  })

  test.each([
    ['has read a newer marker', async (_db: Database, { parts }: Engine) => parts.states.forget(1)],
    ['has dropped its memtable', poll],
  ])('a replica reads the chunks again when it %s', async (_what, change) => {
    const { db } = await open()
    const { owner, replica } = await openPair(db)
    await fill(owner, 1, 3)
    await owner.append([entry(1, 20), entry(1, 10)])
    // It looks for the second in the chunks, which end before it.
    expect(await outcomesOf(replica, entry(1, 11))).toEqual([Outcome.LATE])
    await readLog(owner)
    await owner.compact()
    await change(db, replica)
    expect(await outcomesOf(replica, entry(1, 10), entry(1, 11), entry(1, 20))).toEqual(
      Array(3).fill(Outcome.DUPLICATE),
    )
  })

  test('a replica reads the chunks of an erased device once the owner has removed the old ones', async () => {
    const { db } = await open()
    const { owner, replica } = await openPair(db)
    await fill(owner, 1, 3)
    await owner.parts.serial.run(() => owner.parts.eraser.erase(1))
    await replica.parts.serial.run(() => refreshErasures(replica.parts))
    // Old values that it reads until then do not count.
    expect(await outcomesOf(replica, entry(1, 3), entry(1, 2))).toEqual([Outcome.NEWEST, Outcome.LATE])
    await readLog(owner)
    await owner.compact()
    replica.parts.states.forget(1)
    expect(await outcomesOf(replica, entry(1, 2), entry(1, 1))).toEqual([Outcome.DUPLICATE, Outcome.LATE])
  })

  test('a replica drops the rows of the log that the owner has compacted', async () => {
    const { db } = await open()
    const { owner, replica } = await openPair(db)
    for (let second = 1; second <= 300; second++) {
      await (second % 2 === 0 ? owner : replica).append([entry(second % 50, second)])
      if (second % 20 === 0) await poll(db, replica)
    }
    await readLog(replica)
    await readLog(owner)
    await owner.compact()
    await poll(db, replica)
    await poll(db, replica)
    expect(replica.parts.memtable.bytes).toBe(0)
    expect(await db.selectFrom('reading_log').select('seq').execute()).toEqual([])
  })
})
