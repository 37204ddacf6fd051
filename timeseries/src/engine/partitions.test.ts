import { describe, expect, test } from 'vitest'
import { databases } from '../../../server/test/databases.ts'
import { TINY } from '../../test/series-history.ts'
import { entry, leavingDatabase, openShared, read } from '../../test/two-series.ts'
import { seededRandom } from '../../../testing/random.ts'
import { StoreUnavailable } from '../base/unavailable.ts'
import { openDatabaseLog } from '../stores/database-log-store.ts'
import { findCompacted, LeaseLostError } from '../stores/marker-store.ts'
import { rowOf } from '../codec/log-row.ts'
import type { OwnerRequest, TimeSeries } from './timeseries.ts'
import { Outcome, type AppendedGroup } from '../base/types.ts'
import { PATIENT, SEED } from '../../../testing/test-run.ts'

/** A process that takes everything for interesting, and keeps what it gets. */
async function openListening(db: Parameters<typeof openShared>[0], partitions = 1) {
  const groups: AppendedGroup[] = []
  const series = await openShared(db, { partitions, interest: () => true, onReplicated: (group) => groups.push(group) })
  return { series, groups }
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe.each(databases)('a log that processes share on %s', (_name, open) => {
  test('appends to any partition from each process, and shows the values to the other at once', async () => {
    const { db } = await open()
    const [one, other] = [await openShared(db, { partitions: 3 }), await openShared(db, { partitions: 3 })]
    for (let second = 1; second <= 3; second++)
      for (const deviceKey of [1, 2, 4]) {
        const [writer, reader] = second % 2 === 0 ? [one, other] : [other, one]
        const { partition } = await writer.append([entry(deviceKey, second)])
        expect(partition).toBe(deviceKey % 3)
        expect((await read(reader, deviceKey)).at(-1)).toEqual([second, second])
      }
    expect(new Set((await one.newest([1, 2, 3, 4])).keys())).toEqual(new Set([1, 2, 4]))
    expect((await one.usage([4])).get(4)?.values).toBe(3)
    await expect(one.append([entry(1, 9), entry(2, 9)])).rejects.toThrow(RangeError)
  })

  test('compacts a row without an applied message, for which a backup waits', async () => {
    const { db } = await open()
    const series = await openShared(db)
    await series.own(0)
    await openDatabaseLog(db).append(0, rowOf([]), 0)
    await expect.poll(() => series.position(0), PATIENT).toBe(1)
    await series.beginCompaction([1])
    await series.compact()
    expect((await findCompacted(db))(0)).toBe(1)
  })

  test('reports a duplicate to one of two processes that append the same at once', async () => {
    const { db } = await open()
    const [one, other] = [await openShared(db), await openShared(db)]
    for (let second = 1; second <= 5; second++) {
      const answers = await Promise.all([one.append([entry(1, second)]), other.append([entry(1, second)])])
      const outcomes = answers.map(({ outcomes: [outcome] }) => outcome)
      expect(new Set(outcomes)).toEqual(new Set([Outcome.DUPLICATE, Outcome.NEWEST]))
    }
    expect(await read(one, 1)).toHaveLength(5)
  })

  test('hands over groups of other processes once and in order, also while the owner changes', async () => {
    const { db } = await open()
    const [{ series: one, groups }, other] = [await openListening(db), await openShared(db)]
    for (let second = 1; second <= 40; second++) {
      await other.append([entry(1, second)])
      if (second === 10) await one.own(0)
      if (second === 20) await Promise.all([one.append([entry(2, 1)]), one.own(0)])
      if (second === 30) await one.release(0)
    }
    const ofOther = () => groups.flatMap(({ entries }) => entries.map(({ at }) => at / 1000))
    await until(() => ofOther().length >= 40)
    expect(ofOther()).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
    expect(groups.flatMap(({ outcomes }) => [...outcomes])).toEqual(Array(40).fill(Outcome.NEWEST))
  })

  test('refuses late writes of a former owner', async () => {
    const { db } = await open()
    const lost: number[] = []
    const [one, other] = [await openShared(db, { onLost: (partition) => lost.push(partition) }), await openShared(db)]
    await expect(db.transaction().execute((tx) => one.fence(tx, 0))).rejects.toThrow(LeaseLostError)
    await one.own(0)
    await db.transaction().execute((tx) => one.fence(tx, 0))
    await other.own(0)
    expect([one.owned(), other.owned()]).toEqual([[0], [0]])
    await expect(db.transaction().execute((tx) => one.fence(tx, 0))).rejects.toThrow(LeaseLostError)
    await db.transaction().execute((tx) => other.fence(tx, 0))
    for (let second = 1; second <= 20; second++) await one.append([entry(1, second)])
    await expect(one.compact()).rejects.toThrow(LeaseLostError)
    await expect(one.handleOwnerRequest({ what: 'erase', deviceKey: 1 })).rejects.toThrow(LeaseLostError)
    // It asks the owner, which is unknown here.
    await expect(one.erase(1)).rejects.toThrow('Nobody is known')
    await until(() => lost.length > 0)
    await one.release(0)
    await other.compact()
    expect(one.owned()).toEqual([])
    expect(await read(one, 1)).toHaveLength(20)
  })

  test('releases a partition while the log is unavailable, and drops rows that its next owner compacts', async () => {
    const { db } = await open()
    const log = openDatabaseLog(db)
    let isUnavailable = false
    const head = async (partition: number) => {
      if (isUnavailable) throw new StoreUnavailable('The log is away.')
      return log.head(partition)
    }
    const [one, other] = [await openShared(db, { log: { ...log, head } }), await openShared(db)]
    await one.own(0)
    await one.append([entry(1, 1)])
    isUnavailable = true
    await one.release(0)
    expect(one.owned()).toEqual([])
    await expect(one.handleOwnerRequest({ what: 'erase', deviceKey: 1 })).rejects.toThrow(LeaseLostError)
    await other.own(0)
    await other.compact()
    expect(one.gauges().waitingValues).toBe(1)
    isUnavailable = false
    await expect.poll(() => one.gauges().waitingValues).toBe(0)
    expect(await read(one, 1)).toEqual([[1, 1]])
    expect(one.errors).toEqual([])
  })

  test('sends an erasure to the owner, and forgets the values at once', async () => {
    const { db } = await open()
    const { series: owner } = await openListening(db)
    await owner.own(0)
    const erased: number[] = []
    const other = await openShared(db, {
      askOwner: (_partition, request) => owner.handleOwnerRequest(JSON.parse(JSON.stringify(request)) as OwnerRequest),
      onErased: (deviceKey) => erased.push(deviceKey),
    })
    for (const second of [1, 2, 3]) await other.append([entry(1, second)])
    // The owner has not read the last ones by then, and erases them nevertheless.
    await other.erase(1)
    expect(erased).toEqual([1])
    expect(await read(other, 1)).toEqual([])
    expect(await read(owner, 1)).toEqual([])
    expect((await other.newest([1])).size).toBe(0)
    expect([...(await other.append([entry(1, 2, 20), entry(1, 1, 10)])).outcomes]).toEqual([
      Outcome.NEWEST,
      Outcome.LATE,
    ])
    await owner.compact()
    expect(await read(other, 1)).toEqual([
      [1, 10],
      [2, 20],
    ])
    await expect(other.handleOwnerRequest({ what: 'erase', deviceKey: 1 })).rejects.toThrow(LeaseLostError)
  })

  test('compacts, erases and counts devices of its partition only', async () => {
    const { db } = await open()
    const series = await openShared(db, { partitions: 2 })
    await series.own(0)
    for (let second = 1; second <= 30; second++)
      for (const deviceKey of [1, 2]) await series.append([entry(deviceKey, second)])
    await series.compact()
    const sizes = await db.selectFrom('chunk').select(['device_key']).distinct().execute()
    expect(sizes).toEqual([{ device_key: 2 }])
    await series.own(1)
    await series.compact()
    await series.release(1)
    expect(await series.dropBefore(11_000)).toBe(10)
    expect(await read(series, 2)).toHaveLength(20)
    expect(await read(series, 1)).toHaveLength(30)
  })

  test('stores readings while the database is unavailable, and doubles none', async () => {
    const { db } = await open()
    const leaving = leavingDatabase(db)
    const { series: owner, groups } = await openListening(db)
    await owner.own(0)
    const gateway = await openShared(leaving.db, { log: openDatabaseLog(db), appendsUnclassified: true })
    for (const second of [1, 2, 3]) await gateway.append([entry(1, second)])
    for (const second of [1, 2, 3]) await owner.append([entry(2, second)])
    await owner.compact()
    const fresh = await openShared(leaving.db, { log: openDatabaseLog(db), appendsUnclassified: true })
    leaving.isUnavailable = true
    // A device without a loaded state repeats a value of a chunk, which counts as new.
    expect([...(await fresh.append([entry(2, 3, 33), entry(2, 2, 22), entry(2, 4)])).outcomes]).toEqual([2, 1, 2])
    const { asked } = leaving
    expect([...(await fresh.append([entry(2, 4), entry(1, 4)])).outcomes]).toEqual([0, 2])
    // A database that does not answer would hold up each append. Another look, every two seconds, asks whether it is back.
    expect(leaving.asked - asked).toBeLessThan(3)
    expect([...(await gateway.append([entry(1, 3), entry(1, 4), entry(1, 5)])).outcomes]).toEqual([0, 0, 2])
    await until(() => groups.flatMap(({ entries }) => entries).length >= 8)
    const newest = groups.flatMap(({ entries, outcomes }) =>
      entries
        .filter((_, index) => outcomes[index] === Outcome.NEWEST)
        .map(({ deviceKey, at }) => [deviceKey, at / 1000]),
    )
    expect(newest).toEqual([
      [1, 1],
      [1, 2],
      [1, 3],
      [2, 4],
      [1, 4],
      [1, 5],
    ])
    const four = [1, 2, 3, 4].map((second) => [second, second])
    const countOf = async (series: TimeSeries) => {
      const [buckets] = await series.points(2, [0], { from: 0, to: 3_600_000, widthMs: 3_600_000 })
      return Array.from(buckets!.counts)
    }
    expect(await read(owner, 2)).toEqual(four)
    expect(await countOf(owner)).toEqual([4])
    leaving.isUnavailable = false
    expect(await read(fresh, 2)).toEqual(four)
    expect(await countOf(fresh)).toEqual([4])
    await owner.compact()
    expect(await read(fresh, 2)).toEqual(four)
    expect(await countOf(fresh)).toEqual([4])
    expect((await owner.usage([2])).get(2)?.values).toBe(4)
  })

  test('delays only groups with devices of interest until the database is available again', async () => {
    const { db } = await open()
    const leaving = leavingDatabase(db)
    const groups: AppendedGroup[] = []
    const interest = (deviceKey: number) => deviceKey === 2
    const onReplicated = (group: AppendedGroup) => groups.push(group)
    const replica = await openShared(leaving.db, { log: openDatabaseLog(db), interest, onReplicated })
    const other = await openShared(db)
    leaving.isUnavailable = true
    await other.append([entry(1, 1)])
    await until(() => groups.length === 1)
    await other.append([entry(2, 1)])
    await other.append([entry(1, 2)])
    expect(await replica.position(0)).toBe(1)
    leaving.isUnavailable = false
    await until(() => groups.length === 3)
    expect(groups.map(({ seq, outcomes }) => [seq, ...outcomes])).toEqual([
      [1, Outcome.LATE],
      [2, Outcome.NEWEST],
      [3, Outcome.LATE],
    ])
    expect(replica.errors).toEqual([])
  })

  test.each([
    ['fails', () => Promise.reject(new Error('The log is away.'))],
    ['does not answer', () => new Promise<number>(() => {})],
  ])('reads values in memory when the log %s', async (_how, ask) => {
    const { db } = await open()
    const log = openDatabaseLog(db)
    let isUnavailable = false
    const leaving = { ...log, head: (partition: number) => (isUnavailable ? ask() : log.head(partition)) }
    const series = await openShared(db, { log: leaving, limits: { ...TINY, readMs: 20 } })
    await series.append([entry(1, 1)])
    isUnavailable = true
    expect(await read(series, 1)).toEqual([[1, 1]])
    expect((await series.newest([1])).size).toBe(1)
  })

  test('holds the values of both processes after changes of owners', async () => {
    const { db } = await open()
    const processes = [await openListening(db, 2), await openListening(db, 2)]
    const random = seededRandom(SEED)
    const below = (limit: number) => Math.floor(random() * limit)
    const stored = new Map([1, 2, 3, 4].map((deviceKey) => [deviceKey, new Set<number>()]))
    const newest: Array<string[]> = [[], []]
    for (let round = 0; round < 40; round++)
      await Promise.all(
        processes.map(async ({ series }, index) => {
          const deviceKey = 1 + below(4)
          const seconds = [1 + below(60), 1 + below(60)]
          for (const second of seconds) stored.get(deviceKey)!.add(second)
          if (below(10) === 0) await (below(2) === 0 ? series.own(below(2)) : series.release(below(2)))
          const { outcomes } = await series.append(seconds.map((second) => entry(deviceKey, second)))
          seconds.forEach((second, place) => {
            if (outcomes[place] === Outcome.NEWEST) newest[index]!.push(`${deviceKey} ${second}`)
          })
        }),
      )
    for (const { series } of processes)
      for (const [deviceKey, seconds] of stored)
        expect(await read(series, deviceKey)).toEqual(
          [...seconds].toSorted((one, other) => one - other).map((second) => [second, second]),
        )
    // Each gets the groups that the other has appended.
    for (const [index, { groups }] of processes.entries()) {
      const handed = () =>
        groups.flatMap(({ entries, outcomes }) =>
          entries
            .filter((_, place) => outcomes[place] === Outcome.NEWEST)
            .map(({ deviceKey, at }) => `${deviceKey} ${at / 1000}`),
        )
      await until(() => handed().length >= newest[1 - index]!.length)
      expect(handed().toSorted()).toEqual(newest[1 - index]!.toSorted())
    }
  })
})
