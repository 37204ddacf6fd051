import type { Database } from '../base/database.ts'
import { findLastChunks, type StoredChunk } from '../stores/chunk-store.ts'
import type { ChunkTransaction } from './chunk-transaction.ts'
import { compactDevice } from './compact-device.ts'
import type { DeviceStates } from '../memory/device-states.ts'
import type { Erasures } from '../base/erasures.ts'
import type { Limits } from '../base/limits.ts'
import { advanceCompacted, type DeviceMarker, type Lease } from '../stores/marker-store.ts'
import type { Purge } from './purge.ts'
import { PassOrder } from '../base/pass-order.ts'
import type { Memtable } from '../memory/memtable.ts'

export interface CompactionOptions {
  readonly db: Database
  readonly lease: Lease
  readonly memtable: Memtable
  readonly states: DeviceStates
  readonly erasures: Erasures
  readonly transaction: ChunkTransaction
  readonly purge: Purge
  readonly limits: Limits
  /** The last seq that is in the memtable. */
  readonly lastSeq: () => number
}

/** How many devices of a compaction pass are read into memory at once. */
const DEVICES_AHEAD = 32
/** How many devices' last chunks are read at once; a step may end before it has used them all. */
const CHUNKS_AHEAD = 8
/** The pass over a segment is ahead of the filling of the next one by this factor. */
const AHEAD = 1.25

/**
 * Moves entries from the log to the chunks, step by step. A compaction pass takes a sealed segment in the order of device keys, which
 * is the order of the chunks in the database. Called by one operation at a time.
 */
export class Compaction {
  readonly #options: CompactionOptions
  /** The devices of the sealed segment in ascending order, and how many of them are done. */
  #keys = new PassOrder()
  #done = 0

  constructor(options: CompactionOptions) {
    this.#options = options
  }

  /** How many devices of the sealed segment are left. */
  get backlog(): number {
    return this.#keys.length - this.#done
  }

  /** Whether the pass over the sealed segment is behind the filling of the active one. */
  get isBehind(): boolean {
    const { memtable, limits } = this.#options
    if (!memtable.sealed) return false
    return this.#done < this.#keys.length * Math.min(1, (AHEAD * memtable.active.bytes) / limits.segmentBytes)
  }

  /**
   * Whether nothing may be added to the active segment before the sealed one is gone. After a start the sealed one is all
   * that the log holds: a server that is killed again and again would otherwise add a segment with each life.
   */
  get isFull(): boolean {
    const { memtable, limits } = this.#options
    if (!memtable.sealed) return false
    return memtable.active.bytes >= limits.segmentBytes || memtable.sealed.bytes > 2 * limits.segmentBytes
  }

  /** Whether a device of the active segment has at least `hotValues` waiting values, which take long to read. */
  get isCrowded(): boolean {
    return this.#options.memtable.active.crowded.size > 0
  }

  /** Whether there is something to do now. */
  get hasWork(): boolean {
    return this.#options.memtable.sealed !== undefined || this.isCrowded
  }

  /** Seals the active segment, unless a pass is under way, also one of rows without messages. */
  seal(): void {
    const { memtable } = this.#options
    if (memtable.sealed || memtable.active.lastSeq === 0) return
    memtable.seal()
    this.#keys = new PassOrder(memtable.sealed!.devices)
    this.#done = 0
  }

  /** Compacts devices for `stepMs`, in one transaction. Memory changes after its commit. */
  async step(): Promise<void> {
    const { memtable } = this.#options
    if (this.#keys.prepare()) return
    const crowded = [...memtable.active.crowded].slice(0, DEVICES_AHEAD)
    const ofPass = memtable.sealed ? this.#nextKeys(new Set(crowded)) : []
    await this.#options.states.load([...crowded, ...ofPass])
    await this.#compact([
      ...crowded.map((deviceKey) => ({ deviceKey, uptoSeq: this.#options.lastSeq() })),
      ...ofPass.map((deviceKey) => ({ deviceKey, uptoSeq: memtable.sealed!.lastSeq })),
    ])
    await this.#advance()
  }

  /** Compacts one device up to a seq, as far as one step goes. */
  async stepDevice(deviceKey: number, uptoSeq: number): Promise<void> {
    await this.#options.states.load([deviceKey])
    await this.#compact([{ deviceKey, uptoSeq }])
  }

  #nextKeys(without: ReadonlySet<number>): number[] {
    const keys: number[] = []
    for (let index = this.#done; index < this.#keys.length && keys.length < DEVICES_AHEAD; index++) {
      const deviceKey = this.#keys.at(index)
      if (this.#options.memtable.sealed!.devices.has(deviceKey) && !without.has(deviceKey)) keys.push(deviceKey)
    }
    return keys
  }

  #compact(devices: ReadonlyArray<{ deviceKey: number; uptoSeq: number }>): Promise<void> {
    const { transaction, memtable, states, erasures, limits } = this.#options
    // A device of which nothing is left has gone from the memtable since its marker was read.
    const waiting = devices.filter(({ deviceKey }) => memtable.has(deviceKey) && !erasures.hidesChunks(deviceKey))
    if (waiting.length === 0) return Promise.resolve()
    const deviceKeys = waiting.map(({ deviceKey }) => deviceKey)
    return transaction.runUnflushed(deviceKeys, async (tx) => {
      const started = performance.now()
      const markers: DeviceMarker[] = []
      let lasts = new Map<number, StoredChunk>()
      for (const [index, { deviceKey, uptoSeq }] of waiting.entries()) {
        if (index % CHUNKS_AHEAD === 0) lasts = await findLastChunks(tx, deviceKeys.slice(index, index + CHUNKS_AHEAD))
        const last = lasts.get(deviceKey)
        markers.push(await compactDevice(tx, states.get(deviceKey)!, uptoSeq, { memtable, erasures, limits, last }))
        if (performance.now() - started >= limits.stepMs) break
      }
      return markers
    })
  }

  /** Passes devices of which nothing is left, and lets the segment go after the last one. */
  async #advance(): Promise<void> {
    const { memtable, db, lease, purge } = this.#options
    const { sealed } = memtable
    if (!sealed) return
    while (this.#done < this.#keys.length && !sealed.devices.has(this.#keys.at(this.#done))) this.#done++
    if (this.#done < this.#keys.length) return
    // Its commit flushes, and with it those of all steps before it: only then may rows be removed from the log.
    await advanceCompacted(db, lease, sealed.lastSeq)
    purge.add(sealed)
    memtable.release()
    this.#keys = new PassOrder()
    this.#done = 0
  }
}
