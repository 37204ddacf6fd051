import type { Database } from '../base/database.ts'
import { findChunkAt } from '../stores/chunk-store.ts'
import type { ChunkTransaction } from './chunk-transaction.ts'
import { DamagedChunkError } from '../stores/chunk-values.ts'
import { dropCoarse } from '../stores/coarse-store.ts'
import { countDamaged, deleteDamagedBefore } from '../stores/damaged-store.ts'
import { markerOf } from '../memory/device-state.ts'
import type { DeviceStates } from '../memory/device-states.ts'
import type { Erasures } from '../base/erasures.ts'
import type { Partition } from '../base/types.ts'
import { setAside, type Damage, type DamagedChunk } from '../stores/set-aside.ts'
import type { SuspectChunk, SuspectChunks } from '../base/suspect-chunks.ts'

interface Options {
  readonly db: Database
  readonly partition: Partition
  readonly states: DeviceStates
  readonly erasures: Erasures
  readonly transaction: ChunkTransaction
  readonly suspectChunks: SuspectChunks
  readonly now: () => number
  /** Called once for each chunk, after what is damaged of it was taken out. */
  readonly onDamaged: (damaged: DamagedChunk) => void
}

/**
 * Takes chunks that cannot be read out of the way: a damaged chunk costs its own values and nothing else. All methods are
 * called by one operation at a time.
 */
export class DamagedChunks {
  readonly #options: Options
  #count = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** How many chunks are set aside. */
  get count(): number {
    return this.#count
  }

  get hasWork(): boolean {
    return this.#options.suspectChunks.size > 0
  }

  /** Counts the chunks that are set aside, after some of them may have been removed. */
  async recount(): Promise<void> {
    this.#count = await countDamaged(this.#options.db, this.#options.partition)
  }

  /** Examines the next chunk that a reader could not read. */
  async step(): Promise<void> {
    const suspect = this.#options.suspectChunks.take()
    if (suspect) await this.#examine(suspect)
  }

  /** Runs work that changes chunks. When it fails at a damaged one, sets that aside; the work is then to be done again. */
  async settingAside(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      // Work that fails at a chunk in which no damage can be found would fail again and again without a trace.
      if (!(error instanceof DamagedChunkError) || !(await this.#examine(error.chunk))) throw error
    }
  }

  /** Removes what was set aside and ends before a time. */
  async dropBefore(at: number): Promise<void> {
    await this.#options.transaction.run([], async (tx) => {
      await deleteDamagedBefore(tx, at, this.#options.partition)
      return []
    })
    await this.recount()
  }

  /** Takes out what is damaged of a chunk. Returns whether anything was. */
  async #examine({ deviceKey, fromAt, toAt }: SuspectChunk): Promise<boolean> {
    const { states, erasures, transaction, now, onDamaged } = this.#options
    // The chunks of a device that is being erased go anyway, and are in its totals no more.
    if (erasures.hidesChunks(deviceKey)) return false
    const state = await states.loadOne(deviceKey)
    let found: Damage | undefined
    await transaction.run([deviceKey], async (tx) => {
      // Coarse summaries may be the damaged ones. Charts have them stored again.
      await dropCoarse(tx, deviceKey, fromAt, toAt)
      const chunk = await findChunkAt(tx, deviceKey, fromAt)
      found = chunk?.fromAt === fromAt ? await setAside(tx, chunk, now()) : undefined
      if (!found) return []
      const marker = markerOf(state)
      return [{ ...marker, n: marker.n + found.n, bytes: marker.bytes + found.bytes }]
    })
    if (!found) return false
    await this.recount()
    onDamaged(found.damaged)
    return true
  }
}
