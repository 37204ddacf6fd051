import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises'
import { correctNewest, isAhead } from '../read/ahead.ts'
import type { Engine } from './engine.ts'
import { makeRoom, unlessUnavailable } from './replica.ts'
import { LogBehindError } from './replication.ts'
import { readRaw, type RawQuery } from '../read/history.ts'
import { findMarkers } from '../stores/marker-store.ts'
import { readPoints, type PointsQuery } from '../read/points.ts'
import { dropChunksBefore, FIRST, type Cursor } from './retention.ts'
import type { Appended, Buckets, Column, Entry, Newest } from '../base/types.ts'

/** What a device takes up. */
export interface Usage {
  /** Bytes of its chunks, and about those of its values in the log. */
  readonly bytes: number
  readonly values: number
}

/** Bytes that a value takes in the log, about. */
const LOG_BYTES = 6
/** How long an erasure waits for it: what it does not hide now would stay. */
const ERASE_MS = 10_000

export async function append(engine: Engine, entries: readonly Entry[]): Promise<Appended> {
  const { serial, worker, appender, subscribers, role } = engine
  const appended = serial.run(async () => {
    await makeRoom(engine)
    await prepare(
      engine,
      entries.map(({ deviceKey }) => deviceKey),
    )
    return appender.append(entries)
  })
  // Compaction keeps pace before the next group has its turn, and does not delay the answer to this one.
  if (role === 'owner') void serial.run(() => worker.keepPace())
  const result = await appended
  subscribers.wake()
  return result
}

/** Loads the device first: then the memtable no longer has what is in chunks since before a restart. */
export async function* raw(engine: Engine, query: RawQuery): AsyncGenerator<readonly Column[]> {
  await readOn(engine)
  await load(engine, [query.deviceKey])
  yield* readRaw(engine.reader, query)
}

export async function points(engine: Engine, query: PointsQuery): Promise<Buckets[]> {
  const { reader, limits, coarse, role } = engine
  const { coarseChunks } = limits
  await readOn(engine)
  await load(engine, [query.deviceKey])
  // Only the owner of the partition can store coarse summaries.
  const onUncovered: typeof coarse.want = (uncovered) => role === 'owner' && coarse.want(uncovered)
  return readPoints(reader, query, { coarseChunks, onUncovered })
}

/** Finds the newest value of each slot of devices of the partition. */
export async function newest(
  engine: Engine,
  deviceKeys: readonly number[],
): Promise<Array<readonly [number, readonly Newest[]]>> {
  await readOn(engine)
  return withStates(engine, deviceKeys, () =>
    deviceKeys.map((deviceKey) => [deviceKey, engine.states.get(deviceKey)?.newest() ?? []]),
  )
}

/** Finds what devices of the partition take up. */
export async function usage(engine: Engine, deviceKeys: readonly number[]): Promise<Array<readonly [number, Usage]>> {
  if (engine.role === 'replica') return usageByMarkers(engine, deviceKeys)
  return withStates(engine, deviceKeys, () =>
    deviceKeys.map((deviceKey) => {
      const { n = 0, bytes = 0 } = engine.states.get(deviceKey) ?? {}
      const waiting = engine.memtable.valuesOf(deviceKey)
      return [deviceKey, { bytes: bytes + waiting * LOG_BYTES, values: n + waiting }]
    }),
  )
}

/** The states of a replica don't know the totals of chunks that its owner writes meanwhile. */
async function usageByMarkers(
  { db, memtable }: Engine,
  deviceKeys: readonly number[],
): Promise<Array<readonly [number, Usage]>> {
  const markers = await findMarkers(db, deviceKeys)
  return deviceKeys.map((deviceKey) => {
    const marker = markers.get(deviceKey) ?? { n: 0, bytes: 0, uptoSeq: 0, partSeq: 0, partAt: 0 }
    let waiting = 0
    memtable.walk(deviceKey, marker, ({ count }) => ((waiting += count), true))
    return [deviceKey, { bytes: marker.bytes + waiting * LOG_BYTES, values: marker.n + waiting }]
  })
}

/** Waits for what others have appended by now, for a moment at most: who has just stored something wants to see it. */
async function readOn(engine: Engine): Promise<void> {
  if (!engine.shared) return
  const timeout = new AbortController()
  const { readMs } = engine.limits
  const end = pause(readMs, undefined, { signal: timeout.signal, ref: false }).catch(() => {})
  await Promise.race([seeHead(engine, readMs), end])
  timeout.abort()
}

/** A log that can't be reached does not fail a read: what is in memory of it has to do. */
async function seeHead({ log, replication }: Engine, ms: number): Promise<void> {
  const seq = await log.head().catch(() => 0)
  await replication.waitFor(seq, ms)
}

/** Erases all values that a device has by now, or those of a slot. */
export async function erase(engine: Engine, deviceKey: number, slot: number | undefined): Promise<void> {
  const { serial, eraser, shared, log, replication } = engine
  if (shared && !(await replication.waitFor(await log.head(), ERASE_MS)))
    throw new LogBehindError('What is to be erased could not be read in time.')
  await serial.run(() => (slot === undefined ? eraser.erase(deviceKey) : eraser.eraseSlot(deviceKey, slot)))
}

function load(engine: Engine, deviceKeys: readonly number[]): Promise<void> {
  return withStates(engine, deviceKeys, () => {})
}

/** Calls a function while the states of devices are in memory: the next operation may forget them. */
async function withStates<T>(engine: Engine, deviceKeys: readonly number[], use: () => T): Promise<T> {
  const { states, serial, latest } = engine
  const isWrong = (deviceKey: number) => {
    const state = states.get(deviceKey)
    return !state || state.isProvisional || isAhead(state, latest())
  }
  if (!deviceKeys.some(isWrong)) return use()
  return serial.run(async () => {
    await correctAhead(engine, deviceKeys)
    return use()
  })
}

/** Brings devices into memory for an append. */
async function prepare(engine: Engine, deviceKeys: readonly number[]): Promise<void> {
  if (!engine.shared?.appendsUnclassified) return correctAhead(engine, deviceKeys)
  const latest = engine.latest()
  const ahead = (await engine.states.loadOrGuess(deviceKeys)).filter((state) => isAhead(state, latest))
  if (ahead.length > 0)
    await correctAhead(
      engine,
      ahead.map(({ deviceKey }) => deviceKey),
    ).catch(unlessUnavailable)
}

/** Brings devices into memory, and corrects newest values that are later than now can be. */
async function correctAhead(engine: Engine, deviceKeys: readonly number[]): Promise<void> {
  const latest = engine.latest()
  for (const state of await engine.states.load(deviceKeys))
    if (isAhead(state, latest)) await correctNewest(engine.reader, state, latest)
}

export async function dropBefore(engine: Engine, at: number): Promise<number> {
  let values = 0
  let cursor: Cursor | undefined = FIRST
  while (cursor) {
    const from: Cursor = cursor
    const dropped = await engine.serial.run(() => dropChunksBefore(at, from, engine))
    values += dropped.values
    cursor = dropped.next
    await breathe()
  }
  return values
}

/** Seals the rows in memory if one of them is not after `upto`. The worker moves them to chunks. */
export function beginCompaction({ memtable, compaction, serial }: Engine, upto: number): Promise<void> {
  return serial.run(async () => {
    if (memtable.active.firstSeq <= upto) compaction.seal()
  })
}

export async function compact({ memtable, compaction, serial, worker }: Engine): Promise<void> {
  while (worker.hasWork || memtable.active.messages > 0) {
    await serial.run(async () => {
      if (!memtable.sealed) compaction.seal()
      if (worker.hasWork) await worker.step()
    })
    await breathe()
  }
}
