import { setImmediate as breathe } from 'node:timers/promises'
import { correctNewest, isAhead } from './ahead.ts'
import type { TimeRange } from './device-reader.ts'
import { openEngine, type Engine, type EngineOptions } from './engine.ts'
import type { Followed } from './followers.ts'
import { readRaw, type RawQuery } from './history.ts'
import { readPoints, type PointsQuery } from './points.ts'
import { dropChunksBefore, FIRST, type Cursor } from './retention.ts'
import type { Appended, Buckets, Column, Entry, Newest, PointsRange } from './types.ts'

/** What a device takes up. */
export interface Usage {
  /** Bytes of its chunks, and about those of its values in the log. */
  readonly bytes: number
  readonly values: number
}

/** How full the engine is. */
export interface Gauges {
  /** Bytes of the log that are in memory. */
  readonly logBytes: number
  /** Values of the log that are in memory and in no chunk yet. */
  readonly waitingValues: number
  /** Devices whose values of the sealed segment are in no chunk yet. */
  readonly backlog: number
  /** Devices of which a chart has missed coarse summaries that are not stored yet. */
  readonly uncovered: number
  /** Devices in memory. */
  readonly devices: number
  /** Chunks that could not be read and were set aside. */
  readonly damagedChunks: number
}

export interface TimeSeries {
  /**
   * Stores the values that are new in one commit. Resolves when they survive a power loss. Rejects, without a trace, when
   * they could not be stored.
   */
  append(entries: readonly Entry[]): Promise<Appended>
  /** Returns the newest value of each slot, for each device that has values. */
  newest(deviceKeys: readonly number[]): Promise<Map<number, readonly Newest[]>>
  /** Yields the values of slots in pieces that follow each other in time. */
  raw(deviceKey: number, slots: readonly number[], range: TimeRange): AsyncIterable<readonly Column[]>
  /**
   * Returns counts, means, lowest and highest values by buckets, for each of the slots, in their order. Only buckets with
   * values are listed.
   */
  points(deviceKey: number, slots: readonly number[], range: PointsRange): Promise<Buckets[]>
  /** Erases all values that a device has by now. Once it resolves they are hidden for good; they are removed in slices. */
  erase(deviceKey: number): Promise<void>
  /** Erases the values of a slot. The slot must not be used again. They are removed in slices. */
  eraseSlot(deviceKey: number, slot: number): Promise<void>
  /**
   * Removes values from before a time; their sums by quarters of an hour stay. From now on the caller refuses values from
   * before it, whose repetition could not be recognised. Returns how many values were removed.
   */
  dropBefore(at: number): Promise<number>
  /**
   * Yields the groups of the log after a position, waits for further ones, and ends when the engine is closed. The log
   * still has them if `holdFrom` says so.
   */
  follow(after: number): AsyncIterable<Followed>
  /** Keeps the log after the position that the function returns: a follower has not read it yet. */
  holdFrom(seq: () => number): void
  usage(deviceKeys: readonly number[]): Promise<Map<number, Usage>>
  /** Moves all that waits in the log to the chunks, and does all other work that waits. */
  compact(): Promise<void>
  gauges(): Gauges
  /** Ends the followers and the work in the background, and waits for what is under way. */
  close(): Promise<void>
}

/** Bytes that a value takes in the log, about. */
const LOG_BYTES = 6

/** Opens the engine, and begins its work in the background. */
export async function openTimeSeries(options: EngineOptions): Promise<TimeSeries> {
  const engine = await openEngine(options)
  const { tail, states, followers, compaction, coarse, damage, eraser, serial, worker } = engine
  worker.start()

  return {
    append: (entries) => append(engine, entries),
    async newest(deviceKeys) {
      await load(engine, deviceKeys)
      const found = new Map<number, readonly Newest[]>()
      for (const deviceKey of deviceKeys) {
        const newest = states.get(deviceKey)?.newest() ?? []
        if (newest.length > 0) found.set(deviceKey, newest)
      }
      return found
    },
    raw: (deviceKey, slots, range) => raw(engine, { deviceKey, slots, range }),
    points: (deviceKey, slots, range) => points(engine, { deviceKey, slots, range }),
    erase: (deviceKey) => serial.run(() => eraser.erase(deviceKey)),
    eraseSlot: (deviceKey, slot) => serial.run(() => eraser.eraseSlot(deviceKey, slot)),
    dropBefore: (at) => dropBefore(engine, at),
    follow: (after) => followers.follow(after),
    holdFrom: (seq) => followers.hold(seq),
    async usage(deviceKeys) {
      await load(engine, deviceKeys)
      return new Map(
        deviceKeys.map((deviceKey) => {
          const { n = 0, bytes = 0 } = states.get(deviceKey) ?? {}
          const waiting = tail.valuesOf(deviceKey)
          return [deviceKey, { bytes: bytes + waiting * LOG_BYTES, values: n + waiting }]
        }),
      )
    },
    compact: () => compact(engine),
    gauges: () => ({
      logBytes: tail.bytes,
      waitingValues: tail.values,
      backlog: compaction.backlog,
      uncovered: coarse.devices,
      devices: states.size,
      damagedChunks: damage.count,
    }),
    close() {
      followers.close()
      worker.close()
      return serial.run(async () => {})
    },
  }
}

async function append(engine: Engine, entries: readonly Entry[]): Promise<Appended> {
  const { serial, worker, appender, followers } = engine
  const appended = serial.run(async () => {
    await worker.makeRoom()
    await correctAhead(
      engine,
      entries.map(({ deviceKey }) => deviceKey),
    )
    return appender.append(entries)
  })
  // Compaction keeps pace before the next group has its turn, and does not delay the answer to this one.
  void serial.run(() => worker.keepPace())
  const result = await appended
  followers.wake()
  return result
}

/** Loads the device first: then the tail no longer has what is in chunks since before a restart. */
async function* raw(engine: Engine, query: RawQuery): AsyncGenerator<readonly Column[]> {
  await load(engine, [query.deviceKey])
  yield* readRaw(engine.reader, query)
}

async function points(engine: Engine, query: PointsQuery): Promise<Buckets[]> {
  const { reader, limits, coarse } = engine
  const { coarseChunks } = limits
  await load(engine, [query.deviceKey])
  return readPoints(reader, query, { coarseChunks, onUncovered: (uncovered) => coarse.want(uncovered) })
}

async function load(engine: Engine, deviceKeys: readonly number[]): Promise<void> {
  const { states, serial, latest } = engine
  const isWrong = (deviceKey: number) => {
    const state = states.get(deviceKey)
    return !state || isAhead(state, latest())
  }
  if (deviceKeys.some(isWrong)) await serial.run(() => correctAhead(engine, deviceKeys))
}

/** Brings devices into memory, and corrects newest values that are later than now can be. */
async function correctAhead(engine: Engine, deviceKeys: readonly number[]): Promise<void> {
  const latest = engine.latest()
  for (const state of await engine.states.load(deviceKeys))
    if (isAhead(state, latest)) await correctNewest(engine.reader, state, latest)
}

async function dropBefore(engine: Engine, at: number): Promise<number> {
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

async function compact({ tail, compaction, serial, worker }: Engine): Promise<void> {
  while (worker.hasWork || tail.active.messages > 0) {
    await serial.run(async () => {
      if (!tail.sealed) compaction.seal()
      if (worker.hasWork) await worker.slice()
    })
    await breathe()
  }
}
