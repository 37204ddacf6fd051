import type { CompiledQuery } from 'kysely'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../testing/random.ts'
import { databases } from '../../../server/test/databases.ts'
import { NaiveSeries } from '../../test/naive-series.ts'
import { DEVICES, RandomEntries } from '../../test/random-history.ts'
import { TINY } from '../../test/series-history.ts'
import type { Database, Db } from '../base/database.ts'
import { findChunkData, listChunks } from '../stores/chunk-store.ts'
import { decodePart, partsOf } from '../codec/codec.ts'
import { openDatabaseLog } from '../stores/database-log-store.ts'
import { DeviceReader, LogColumns } from './device-reader.ts'
import { openParts } from '../engine/parts.ts'
import { readRaw } from './history.ts'
import { LIMITS } from '../base/limits.ts'
import { findReadMarker } from '../stores/marker-store.ts'
import { PartitionLog } from '../stores/partition-log.ts'
import type { ReadingLog } from '../stores/reading-log.ts'
import { SuspectChunks } from '../base/suspect-chunks.ts'
import { Memtable } from '../memory/memtable.ts'
import { LAST_AT, type Column } from '../base/types.ts'
import { SEED } from '../../../testing/test-run.ts'

const EVER = { from: 0, to: LAST_AT }
/** A step of compaction writes one chunk, so that most visits take several steps. */
const ONE_CHUNK = { ...TINY, stepWrites: 1, chunkValues: 30 }

// Seen to fail without the comparison of the markers, when the reader ignores `partAt`, and without reading on to `partSeq`
// where it reads without a snapshot.
describe.each(databases)('a reader that follows the log of another process on %s', (name, open) => {
  test('reads a whole prefix of the log at any moment of a compaction', async () => {
    const { db } = await open()
    const log = openDatabaseLog(db)
    const random = seededRandom(SEED)
    const entries = new RandomEntries(random)
    const model = new NaiveSeries()
    /** The values of each device after each number of groups. */
    const prefixes = new Map(DEVICES.map((deviceKey) => [deviceKey, ['']]))
    const engine = await openParts({ db, log, now: () => 0, onError: () => {}, limits: ONE_CHUNK })
    const memtable = new Memtable({ ...LIMITS, slabBytes: 400 })
    let followed = 0
    const reader = new DeviceReader({
      db,
      log: new PartitionLog(log, 0),
      memtable,
      suspectChunks: new SuspectChunks(),
      lastSeq: () => followed,
    })
    const views = new Map<number, { view: ReturnType<DeviceReader['view']>; followed: number }>()
    let behind = 0
    for (let step = 0; step < (name === 'SQLite' ? 120 : 40); step++) {
      const group = entries.group()
      const { seq } = await engine.appender.append(group)
      model.append(group)
      if (seq >= prefixes.get(1)!.length) for (const [key, known] of prefixes) known.push(contents(model, key))
      engine.worker.sealWhenDue()
      if (random() < 0.3) {
        for await (const { seq, bytes } of log.follow(0, followed)) {
          memtable.active.add(seq, bytes)
          followed = seq
          if (random() < 0.2) break
        }
      }
      if (random() < 0.5) await engine.worker.step()
      const deviceKey = entries.device()
      // A view that was made some steps ago has copied what is in chunks by now.
      const known = views.get(deviceKey)
      const opened = known && random() < 0.6 ? known : { view: reader.view(deviceKey, null, EVER), followed }
      views.set(deviceKey, opened)
      const seen = await opened.view.read(async (from) => {
        // Compaction continues between the marker and the chunks, or after both: the reader has to read again. In a snapshot
        // of a database with one connection it has to wait.
        const kind = from === db ? random() : 0.5
        if (kind < 0.2) await engine.worker.step()
        const values = await chunkValues(from, deviceKey)
        if (kind > 0.8) await engine.worker.step()
        return values
      })
      const [found, chunked] = [listed([...seen.chunks, ...seen.memtable]), listed(seen.chunks)]
      expect(new Set(found).size, `step ${step}`).toBe(found.length)
      const matches = prefixes.get(deviceKey)!.map((prefix) => prefix === found.join())
      expect(matches.lastIndexOf(true), `step ${step}`).toBeGreaterThanOrEqual(opened.followed)
      if (chunked.length > 0 && matches.indexOf(true) > opened.followed) behind++
    }
    expect(behind, 'reads in which the view was behind the compaction').toBeGreaterThan(name === 'SQLite' ? 5 : 0)
  })

  test('reads all values of a device that is compacted at each attempt', async () => {
    const { db } = await open()
    const log = openDatabaseLog(db)
    const engine = await openParts({ db, log, now: () => 0, onError: () => {}, limits: ONE_CHUNK })
    const entries = Array.from({ length: 300 }, (_, at) => ({ deviceKey: 1, at, slots: [0], values: [at] }))
    await engine.appender.append(entries)
    engine.compaction.seal()
    let attempts = 0
    const seen = await engine.reader.view(1, null, EVER).read(async (from) => {
      attempts++
      if (from === db) await engine.compaction.stepDevice(1, engine.appender.lastSeq)
      return chunkValues(from, 1)
    })
    expect(attempts).toBeGreaterThan(2)
    expect(seen.chunks).not.toEqual([])
    expect(seen.memtable).not.toEqual([])
    expect(listed([...seen.chunks, ...seen.memtable])).toEqual(entries.map(({ at }) => `0 ${at} ${at}`).toSorted())
  })

  test('reads on in the log when a snapshot has chunks of entries that it has not copied', async () => {
    const { db } = await open()
    const log = openDatabaseLog(db)
    const engine = await openParts({ db, log, now: () => 0, onError: () => {}, limits: ONE_CHUNK })
    const entries: Array<{ deviceKey: number; at: number; slots: number[]; values: number[] }> = []
    const append = async () => {
      const more = Array.from({ length: 300 }, (_, index) => entries.length + index)
      const group = more.map((at) => ({ deviceKey: 1, at, slots: [0], values: [at] }))
      entries.push(...group)
      return (await engine.appender.append(group)).seq
    }
    const followed = await append()
    const memtable = new Memtable(LIMITS)
    for await (const { seq, bytes } of log.follow(0, 0)) memtable.active.add(seq, bytes)
    let [snapshots, readsOn] = [0, 0]
    const counted: ReadingLog = { ...log, follow: (...from) => (readsOn++, log.follow(...from)) }
    const parts = {
      db,
      log: new PartitionLog(counted, 0),
      memtable,
      suspectChunks: new SuspectChunks(),
      lastSeq: () => followed,
    }
    const reader = new DeviceReader(parts)
    const seen = await reader.view(1, null, EVER).read(async (from) => {
      if (from === db) {
        // Half of a group is in chunks when the marker is read again.
        const seq = await append()
        engine.compaction.seal()
        while ((await findReadMarker(db, 1)).partSeq < seq)
          await engine.compaction.stepDevice(1, engine.appender.lastSeq)
      } else snapshots++
      return chunkValues(from, 1)
    })
    // Once for the second attempt, and once for a first snapshot, whose chunks are not read.
    expect([readsOn, snapshots]).toEqual([2, 1])
    expect(listed([...seen.chunks, ...seen.memtable])).toEqual(entries.map(({ at }) => `0 ${at} ${at}`).toSorted())
  })

  test('reads the memtable once for many chunks, and the marker once for each', async () => {
    const { db } = await open()
    const log = openDatabaseLog(db)
    const engine = await openParts({ db, log, now: () => 0, onError: () => {}, limits: ONE_CHUNK })
    const entries = Array.from({ length: 300 }, (_, index) => ({
      deviceKey: 1,
      at: index * 60_000,
      slots: [0],
      values: [index],
    }))
    await engine.appender.append(entries.slice(0, 200))
    engine.compaction.seal()
    while (engine.worker.hasWork) await engine.worker.step()
    await engine.appender.append(entries.slice(200))
    const memtable = new CountedMemtable(LIMITS)
    for await (const { seq, bytes } of log.follow(0, 0)) memtable.active.add(seq, bytes)
    let markers = 0
    const counted = withQueries(db, (text) => (markers += text.includes('device_mark') ? 1 : 0))
    const reader = new DeviceReader({
      db: counted,
      log: new PartitionLog(log, 0),
      memtable,
      suspectChunks: new SuspectChunks(),
      lastSeq: () => engine.appender.lastSeq,
    })
    const pieces: number[][] = []
    for await (const [column] of readRaw(reader, { deviceKey: 1, slots: [0], range: EVER }))
      pieces.push(Array.from(column?.values ?? []))
    expect(pieces.length).toBeGreaterThan(5)
    expect(pieces.flat()).toEqual(entries.flatMap(({ values }) => values))
    expect(memtable.walks).toBe(1)
    // And once before the first of them.
    expect(markers).toBe(pieces.length + 1)
  })
})

/** Counts how often the messages of a device are read. */
class CountedMemtable extends Memtable {
  walks = 0

  override walk(...walk: Parameters<Memtable['walk']>): void {
    this.walks++
    super.walk(...walk)
  }
}

/** Returns a database that calls `onQuery` with the text of each statement. */
function withQueries(db: Database, onQuery: (text: string) => void): Database {
  return new Proxy(db, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      return (...given: unknown[]): unknown => {
        if (name === 'executeQuery') onQuery((given[0] as CompiledQuery).sql)
        return member.apply(target, given) as unknown
      }
    },
  })
}

/** Returns what a device has, in an order of its own. */
function contents(model: NaiveSeries, deviceKey: number): string {
  const slots = model.slots(deviceKey)
  return slots
    .flatMap((slot) => model.raw(deviceKey, slot, 0, LAST_AT).map(([at, value]) => `${slot} ${at} ${value}`))
    .toSorted()
    .join()
}

async function chunkValues(db: Db, deviceKey: number): Promise<Column[]> {
  const chunks = await listChunks(db, deviceKey, { from: 0, to: LAST_AT, most: 10_000 })
  const columns: Column[] = []
  for (const { dataId } of chunks) {
    // A chunk may have gone since it was listed; then the marker has changed too.
    const bytes = dataId === null ? undefined : await findChunkData(db, dataId)
    if (bytes) columns.push(...partsOf(bytes).flatMap((part) => decodePart(part)))
  }
  return columns
}

function listed(columns: readonly Column[]): string[] {
  return columns
    .flatMap(({ slot, at, values }) => Array.from(at, (time, index) => `${slot} ${time} ${values[index]!}`))
    .toSorted()
}

test('leaves out exactly the values in chunks by a marker, and sorts the others by time', () => {
  const columns = new LogColumns()
  columns.add(0, 3000, 30, 1)
  columns.add(0, 1000, 10, 2)
  columns.add(4, 2000, 20, 2)
  columns.add(0, 4000, 40, 3)
  columns.add(0, 1000, 99, 3)
  const leftBy = (uptoSeq: number, partSeq = 0, partAt = 0) =>
    columns.leftBy({ uptoSeq, partSeq, partAt }).map(({ slot, at, values }) => [slot, [...at], [...values]])
  expect(leftBy(0)).toEqual([
    [0, [1000, 3000, 4000], [10, 30, 40]],
    [4, [2000], [20]],
  ])
  expect(leftBy(1)).toEqual([
    [0, [1000, 4000], [10, 40]],
    [4, [2000], [20]],
  ])
  expect(leftBy(2)).toEqual([[0, [1000, 4000], [99, 40]]])
  expect(leftBy(1, 3, 2000)).toEqual([
    [0, [4000], [40]],
    [4, [2000], [20]],
  ])
  expect(leftBy(3)).toEqual([])
})
