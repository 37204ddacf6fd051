import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises'
import type { Appended, Buckets, Column, Entry, Newest } from '../base/types.ts'
import { correctNewest, isAhead, readRaw, type RawQuery } from '../read/history.ts'
import { readPoints, type PointsQuery } from '../read/points.ts'
import { findMarkers } from '../stores/marker-store.ts'
import { openParts, type EngineOptions, type EngineParts } from './parts.ts'
import { makeRoom, unlessUnavailable } from './replica.ts'
import { LogBehindError } from './replication.ts'
import { dropChunksBefore, FIRST, type Cursor } from './retention.ts'

export interface Usage {
  readonly bytes: number
  readonly values: number
}

type OfDevice<T> = readonly [deviceKey: number, found: T]

const LOG_BYTES = 6
/** How long an erasure waits for the log: values that it does not hide now would stay. */
const ERASE_MS = 10_000

export async function openEngine(options: EngineOptions): Promise<Engine> {
  return new Engine(await openParts(options))
}

/** The operations on one partition, one at a time. */
export class Engine {
  readonly parts: EngineParts

  constructor(parts: EngineParts) {
    this.parts = parts
  }

  async append(entries: readonly Entry[]): Promise<Appended> {
    const { serial, worker, appender, subscribers, role } = this.parts
    const appended = serial.run(async () => {
      await makeRoom(this.parts)
      await this.#prepare(entries.map(({ deviceKey }) => deviceKey))
      return appender.append(entries)
    })
    // Compaction keeps pace before the next group, and does not delay this one.
    if (role === 'owner') void serial.run(() => worker.keepPace())
    const result = await appended
    subscribers.wake()
    return result
  }

  /** Loads the device first, so that the memtable drops what was compacted before a restart. */
  async *raw(query: RawQuery): AsyncGenerator<readonly Column[]> {
    await this.#readOn()
    await this.#load([query.deviceKey])
    yield* readRaw(this.parts.reader, query)
  }

  async points(query: PointsQuery): Promise<Buckets[]> {
    const { reader, limits, coarse, role } = this.parts
    const { coarseChunks } = limits
    await this.#readOn()
    await this.#load([query.deviceKey])
    // Only the owner can store coarse summaries.
    const onUncovered: typeof coarse.want = (uncovered) => role === 'owner' && coarse.want(uncovered)
    return readPoints(reader, query, { coarseChunks, onUncovered })
  }

  async newest(deviceKeys: readonly number[]): Promise<Array<OfDevice<readonly Newest[]>>> {
    const { states } = this.parts
    await this.#readOn()
    return this.#withStates(deviceKeys, () =>
      deviceKeys.map((deviceKey) => [deviceKey, states.get(deviceKey)?.newest() ?? []]),
    )
  }

  async usage(deviceKeys: readonly number[]): Promise<Array<OfDevice<Usage>>> {
    const { role, states, memtable } = this.parts
    if (role === 'replica') return this.#usageByMarkers(deviceKeys)
    return this.#withStates(deviceKeys, () =>
      deviceKeys.map((deviceKey) => {
        const { n = 0, bytes = 0 } = states.get(deviceKey) ?? {}
        return [deviceKey, usageOf(n, bytes, memtable.valuesOf(deviceKey))]
      }),
    )
  }

  /** A replica does not know the totals of chunks that its owner writes meanwhile. */
  async #usageByMarkers(deviceKeys: readonly number[]): Promise<Array<OfDevice<Usage>>> {
    const { db, memtable } = this.parts
    const markers = await findMarkers(db, deviceKeys)
    return deviceKeys.map((deviceKey) => {
      const marker = markers.get(deviceKey) ?? { n: 0, bytes: 0, uptoSeq: 0, partSeq: 0, partAt: 0 }
      let waiting = 0
      memtable.walk(deviceKey, marker, ({ count }) => ((waiting += count), true))
      return [deviceKey, usageOf(marker.n, marker.bytes, waiting)]
    })
  }

  async erase(deviceKey: number, slot: number | undefined): Promise<void> {
    const { serial, eraser, shared, log, replication } = this.parts
    if (shared && !(await replication.waitFor(await log.head(), ERASE_MS)))
      throw new LogBehindError('What is to be erased could not be read in time.')
    await serial.run(() => (slot === undefined ? eraser.erase(deviceKey) : eraser.eraseSlot(deviceKey, slot)))
  }

  async dropBefore(at: number): Promise<number> {
    let values = 0
    let cursor: Cursor | undefined = FIRST
    while (cursor) {
      const from: Cursor = cursor
      const dropped = await this.parts.serial.run(() => dropChunksBefore(at, from, this.parts))
      values += dropped.values
      cursor = dropped.next
      await breathe()
    }
    return values
  }

  /** Seals the rows in memory if one of them is not after `upto`. The worker moves them to chunks. */
  beginCompaction(upto: number): Promise<void> {
    const { memtable, compaction, serial } = this.parts
    return serial.run(async () => {
      if (memtable.active.firstSeq <= upto) compaction.seal()
    })
  }

  async compact(): Promise<void> {
    const { memtable, compaction, serial, worker } = this.parts
    while (worker.hasWork || memtable.active.messages > 0) {
      await serial.run(async () => {
        if (!memtable.sealed) compaction.seal()
        if (worker.hasWork) await worker.step()
      })
      await breathe()
    }
  }

  async close(): Promise<void> {
    const { serial, worker, replication, subscribers } = this.parts
    worker.close()
    subscribers.close()
    // A running operation may wait for a row of another process.
    await serial.run(async () => {})
    replication.stop()
    await serial.run(async () => {})
  }

  /** Waits up to `readMs` for earlier appends of other processes, so that people see what they have just stored. */
  async #readOn(): Promise<void> {
    const { shared, limits } = this.parts
    if (!shared) return
    const timeout = new AbortController()
    const end = pause(limits.readMs, undefined, { signal: timeout.signal, ref: false }).catch(() => {})
    await Promise.race([this.#seeHead(limits.readMs), end])
    timeout.abort()
  }

  /** An unreachable log does not fail a read, which then returns what is in memory. */
  async #seeHead(ms: number): Promise<void> {
    const seq = await this.parts.log.head().catch(() => 0)
    await this.parts.replication.waitFor(seq, ms)
  }

  #load(deviceKeys: readonly number[]): Promise<void> {
    return this.#withStates(deviceKeys, () => {})
  }

  /** Calls a function while the states are loaded: the next operation may drop them. */
  async #withStates<T>(deviceKeys: readonly number[], use: () => T): Promise<T> {
    const { states, serial, latest } = this.parts
    const isWrong = (deviceKey: number) => {
      const state = states.get(deviceKey)
      return !state || state.isProvisional || isAhead(state, latest())
    }
    if (!deviceKeys.some(isWrong)) return use()
    return serial.run(async () => {
      await this.#correctAhead(deviceKeys)
      return use()
    })
  }

  async #prepare(deviceKeys: readonly number[]): Promise<void> {
    const { shared, states } = this.parts
    if (!shared?.appendsUnclassified) return this.#correctAhead(deviceKeys)
    const latest = this.parts.latest()
    const ahead = (await states.loadOrGuess(deviceKeys)).filter((state) => isAhead(state, latest))
    if (ahead.length === 0) return
    await this.#correctAhead(ahead.map(({ deviceKey }) => deviceKey)).catch(unlessUnavailable)
  }

  /** Loads devices, and corrects newest values that lie in the future. */
  async #correctAhead(deviceKeys: readonly number[]): Promise<void> {
    const { states, reader } = this.parts
    const latest = this.parts.latest()
    for (const state of await states.load(deviceKeys))
      if (isAhead(state, latest)) await correctNewest(reader, state, latest)
  }
}

function usageOf(values: number, bytes: number, waiting: number): Usage {
  return { bytes: bytes + waiting * LOG_BYTES, values: values + waiting }
}
