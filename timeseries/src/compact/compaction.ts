import type { Database } from '../base/database.ts'
import { findLastChunks, type StoredChunk } from '../stores/chunk-store.ts'
import type { ChunkTransaction } from './chunk-transaction.ts'
import { compactDevice } from './compact-device.ts'
import type { DeviceStates } from '../memory/device-states.ts'
import type { Erasures } from '../base/erasures.ts'
import type { Limits } from '../base/limits.ts'
import { advanceCompacted, type DeviceMarker, type Lease } from '../stores/marker-store.ts'
import type { Purge } from './purge.ts'
import type { Memtable } from '../memory/memtable.ts'
import type { Segment } from '../memory/segment.ts'

/** A device, and the seq up to which it is compacted. */
interface Due {
  readonly deviceKey: number
  readonly uptoSeq: number
}

export interface CompactionOptions {
  readonly db: Database
  readonly lease: Lease
  readonly memtable: Memtable
  readonly states: DeviceStates
  readonly erasures: Erasures
  readonly transaction: ChunkTransaction
  readonly purge: Purge
  readonly limits: Limits
  readonly lastSeq: () => number
}

const DEVICES_AHEAD = 32
/** Last chunks that are loaded at once. A step may end before it has used them all. */
const CHUNKS_AHEAD = 8
/** A pass is ahead of the filling of the next segment by this factor. */
const AHEAD = 1.25

/**
 * Moves entries from the log to chunks, step by step. A pass takes a sealed segment by device keys, the order of chunks
 * in the database. Called by one operation at a time.
 */
export class Compaction {
  readonly #options: CompactionOptions
  #keys = new PassOrder()
  #done = 0

  constructor(options: CompactionOptions) {
    this.#options = options
  }

  get backlog(): number {
    return this.#keys.length - this.#done
  }

  /** Whether the pass is behind the filling of the active segment. */
  get isBehind(): boolean {
    const { memtable, limits } = this.#options
    if (!memtable.sealed) return false
    return this.#done < this.#keys.length * Math.min(1, (AHEAD * memtable.active.bytes) / limits.segmentBytes)
  }

  /**
   * Whether appends must wait until the sealed segment is gone. After a start that is the whole log: each kill would
   * add a segment otherwise.
   */
  get isFull(): boolean {
    const { memtable, limits } = this.#options
    if (!memtable.sealed) return false
    return memtable.active.bytes >= limits.segmentBytes || memtable.sealed.bytes > 2 * limits.segmentBytes
  }

  get isCrowded(): boolean {
    return this.#options.memtable.active.crowded.size > 0
  }

  get hasWork(): boolean {
    return this.#options.memtable.sealed !== undefined || this.isCrowded
  }

  seal(): void {
    const { memtable } = this.#options
    if (memtable.sealed || memtable.active.lastSeq === 0) return
    this.#keys = new PassOrder(memtable.seal().devices)
    this.#done = 0
  }

  async step(): Promise<void> {
    const { memtable } = this.#options
    if (this.#keys.prepare()) return
    const crowded = [...memtable.active.crowded].slice(0, DEVICES_AHEAD)
    const ofPass = memtable.sealed ? this.#nextOf(memtable.sealed, new Set(crowded)) : []
    await this.#options.states.load([...crowded, ...ofPass.map(({ deviceKey }) => deviceKey)])
    await this.#compact([...crowded.map((deviceKey) => ({ deviceKey, uptoSeq: this.#options.lastSeq() })), ...ofPass])
    await this.#advance()
  }

  async stepDevice(deviceKey: number, uptoSeq: number): Promise<void> {
    await this.#options.states.load([deviceKey])
    await this.#compact([{ deviceKey, uptoSeq }])
  }

  #nextOf({ devices, lastSeq: uptoSeq }: Segment, without: ReadonlySet<number>): Due[] {
    const due: Due[] = []
    for (let index = this.#done; index < this.#keys.length && due.length < DEVICES_AHEAD; index++) {
      const deviceKey = this.#keys.at(index)
      if (devices.has(deviceKey) && !without.has(deviceKey)) due.push({ deviceKey, uptoSeq })
    }
    return due
  }

  #compact(devices: readonly Due[]): Promise<void> {
    const { transaction, memtable, states, erasures, limits } = this.#options
    // A device without entries has left the memtable since its marker was read.
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
        markers.push(await compactDevice(tx, states.loaded(deviceKey), uptoSeq, { memtable, erasures, limits, last }))
        if (performance.now() - started >= limits.stepMs) break
      }
      return markers
    })
  }

  async #advance(): Promise<void> {
    const { memtable, db, lease, purge } = this.#options
    const { sealed } = memtable
    if (!sealed) return
    while (this.#done < this.#keys.length && !sealed.devices.has(this.#keys.at(this.#done))) this.#done++
    if (this.#done < this.#keys.length) return
    // This commit flushes all steps before it. Only then may rows be purged.
    await advanceCompacted(db, lease, sealed.lastSeq)
    purge.add(sealed)
    memtable.release()
    this.#keys = new PassOrder()
    this.#done = 0
  }
}

/** Keys sorted in one step. Sorting 100,000 at once would hold the thread for more than ten milliseconds. */
const PIECE = 8192

/** Keys of devices in ascending order, sorted piece by piece, and merged as far as they are read. */
export class PassOrder {
  length: number
  #unread: Iterator<number> | undefined
  readonly #pieces: Array<{ readonly keys: Float64Array; next: number }> = []
  readonly #merged: Float64Array
  #count = 0

  constructor(devices: ReadonlyMap<number, unknown> = new Map()) {
    this.length = devices.size
    if (devices.size > 0) this.#unread = devices.keys()
    this.#merged = new Float64Array(devices.size)
  }

  /** Sorts the next piece. Returns false once `at` can be called. */
  prepare(): boolean {
    if (!this.#unread) return false
    const keys: number[] = []
    while (keys.length < PIECE) {
      const next = this.#unread.next()
      if (next.done) {
        this.#unread = undefined
        break
      }
      keys.push(next.value)
    }
    this.#pieces.push({ keys: new Float64Array(keys).sort(), next: 0 })
    if (!this.#unread) this.length = this.#pieces.reduce((sum, piece) => sum + piece.keys.length, 0)
    return true
  }

  at(index: number): number {
    while (this.#count <= index) {
      let lowest = this.#pieces[0]!
      for (const piece of this.#pieces)
        if ((piece.keys[piece.next] ?? Infinity) < (lowest.keys[lowest.next] ?? Infinity)) lowest = piece
      this.#merged[this.#count++] = lowest.keys[lowest.next++]!
    }
    return this.#merged[index]!
  }
}
